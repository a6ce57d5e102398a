# Nix: nix run ./dist
{
  description = "Sliding puzzles in the terminal, with an optimal solver";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      package = pkgs: pkgs.rustPlatform.buildRustPackage {
        pname = "huarong";
        version = (builtins.fromTOML (builtins.readFile ../Cargo.toml)).package.version;
        src = ../.;
        cargoLock.lockFile = ../Cargo.lock;
        buildType = "dist";
        # The tests want a terminal, and minutes.
        doCheck = false;
        postPatch = "patchShebangs dist";
        installPhase = ''
          runHook preInstall
          dist/install target/*/dist/huarong $out
          runHook postInstall
        '';
        meta.mainProgram = "huarong";
      };
    in {
      packages = nixpkgs.lib.genAttrs systems (system: {
        default = package nixpkgs.legacyPackages.${system};
      });
    };
}
