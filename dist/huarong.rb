# Homebrew: built from the sources that dist/archive puts into an archive. It is installed from a tap of your own:
#   brew tap-new you/puzzles && cp dist/huarong.rb "$(brew --repository you/puzzles)/Formula/"
#   HOMEBREW_HUARONG_ARCHIVE=$PWD/target/archive/huarong-0.1.0.tar.gz brew install you/puzzles/huarong
class Huarong < Formula
  desc "Sliding puzzles in the terminal, with an optimal solver"
  url "file://#{ENV.fetch("HOMEBREW_HUARONG_ARCHIVE")}"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "build", "--profile", "dist", "--locked", "--target-dir", "target"
    system "dist/install", "target/dist/huarong", prefix
  end

  test do
    assert_equal "81", shell_output("#{bin}/huarong solve --quiet --metric move hengdaolima").strip
  end
end
