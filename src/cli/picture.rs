//! The picture of `--picture`: read, checked, and made small before the terminal is touched. And how it is to be drawn.

use super::status::Failure;
use crate::notation::printable;
use crate::tui::{Graphics, Picture};
use clap::ValueEnum;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, RgbImage};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// `--picture` and `--graphics`.
#[derive(clap::Args, Default, Debug)]
pub(crate) struct PictureArgs {
    /// A picture in PNG or JPEG that the tiles of number puzzles show
    #[arg(long, value_name = "FILE", conflicts_with = "plain")]
    picture: Option<PathBuf>,
    /// What draws the picture: pixels where the terminal has them, or half blocks
    #[arg(long, value_enum, value_name = "HOW", conflicts_with = "plain")]
    graphics: Option<How>,
}

/// How a picture is drawn.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum How {
    Auto,
    Kitty,
    Sixel,
    Blocks,
}

impl PictureArgs {
    /// Whether there is to be one.
    pub(crate) fn is_given(&self) -> bool {
        self.picture.is_some()
    }

    /// The picture, if one is wanted.
    ///
    /// # Errors
    /// It cannot be read, or is no PNG or JPEG, or too large.
    pub(crate) fn read(&self) -> Result<Option<Arc<Picture>>, Failure> {
        let picture = self.picture.as_deref().map(read).transpose()?;
        Ok(picture.map(Arc::new))
    }

    /// How it is to be drawn.
    pub(crate) fn graphics(&self) -> Graphics {
        match self.graphics {
            None | Some(How::Auto) => Graphics::Auto,
            Some(How::Kitty) => Graphics::Kitty,
            Some(How::Sixel) => Graphics::Sixel,
            Some(How::Blocks) => Graphics::Blocks,
        }
    }
}

/// The longest side of a picture that is read, in pixels.
const LONGEST: u32 = 16_384;
/// The most bytes that a picture may take while it is read: a small file may hold a huge one.
const MOST_BYTES: u64 = 512 << 20;
/// The longest side of what is kept for characters: more than any board has of them.
const KEPT: u32 = 512;
/// The longest side of what is kept for pixels: as much as a board has room for in most windows.
const KEPT_FINE: u32 = 1024;

/// The picture in a file.
///
/// # Errors
/// It cannot be read, or is no PNG or JPEG, or too large.
fn read(path: &Path) -> Result<Picture, Failure> {
    decoded(path).map(kept).map_err(|why| {
        let name = printable::escaped(&path.display().to_string());
        let why = printable::escaped(&why);
        Failure::Input(vec![format!("{name}: {why}; expected a picture in PNG or JPEG")])
    })
}

fn decoded(path: &Path) -> Result<DynamicImage, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let reader = ImageReader::new(BufReader::new(file)).with_guessed_format();
    let mut reader = reader.map_err(|error| error.to_string())?;
    if !matches!(reader.format(), Some(ImageFormat::Png | ImageFormat::Jpeg)) {
        return Err("another kind of file".to_owned());
    }
    let mut limits = Limits::no_limits();
    limits.max_image_width = Some(LONGEST);
    limits.max_image_height = Some(LONGEST);
    limits.max_alloc = Some(MOST_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| error.to_string())?;
    // Cameras write which side is up beside the picture; without that it is as it is.
    let turned = decoder.orientation();
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| error.to_string())?;
    if let Ok(turned) = turned {
        picture.apply_orientation(turned);
    }
    Ok(picture)
}

/// As much of a picture as is needed; what it lets through is black.
fn kept(picture: DynamicImage) -> Picture {
    let mut rgba = within(picture, KEPT_FINE).into_rgba8();
    for pixel in rgba.pixels_mut() {
        let [r, g, b, alpha] = pixel.0;
        let [r, g, b] = [r, g, b].map(|part| (u16::from(part) * u16::from(alpha) / 255) as u8);
        pixel.0 = [r, g, b, u8::MAX];
    }
    let fine = DynamicImage::from(rgba).into_rgb8();
    let small: RgbImage = within(fine.clone().into(), KEPT).into_rgb8();
    let pixels = small.pixels().map(|pixel| pixel.0);
    let found = Picture::new(small.width() as usize, pixels.collect());
    let found = found.expect("a picture has whole rows of pixels, and one at least");
    found.with_fine(fine)
}

/// The picture, made smaller if a side is longer than `most`.
fn within(picture: DynamicImage, most: u32) -> DynamicImage {
    match picture.width().max(picture.height()) > most {
        true => picture.thumbnail(most, most),
        false => picture,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ImageBuffer, Rgb, Rgba};
    use std::fs;

    fn why(path: &Path) -> String {
        match read(path) {
            Err(Failure::Input(reasons)) => reasons.concat(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn pictures_of_both_kinds_are_read_and_made_small() {
        let home = tempfile::tempdir().unwrap();
        for name in ["a.png", "a.jpg"] {
            let path = home.path().join(name);
            let red = ImageBuffer::from_pixel(1200, 600, Rgb([255_u8, 0, 0]));
            red.save(&path).unwrap();
            assert_eq!(format!("{:?}", read(&path).unwrap()), "Picture(512x256)");
        }
        let path = home.path().join("clear.png");
        ImageBuffer::from_pixel(1, 1, Rgba([200_u8, 100, 0, 0])).save(&path).unwrap();
        let black = Picture::new(1, vec![[0; 3]]).unwrap();
        let black = black.with_fine(RgbImage::new(1, 1));
        assert_eq!(read(&path).unwrap(), black);
    }

    #[test]
    fn what_is_no_picture_says_so() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("a\u{1b}.png");
        assert!(why(&path).contains("a\\u{1b}.png: No such file"), "{}", why(&path));
        fs::write(&path, "no picture").unwrap();
        assert!(why(&path).ends_with("another kind of file; expected a picture in PNG or JPEG"));
        fs::write(&path, b"\x89PNG\r\n\x1a\n and no more").unwrap();
        assert!(why(&path).ends_with("; expected a picture in PNG or JPEG"), "{}", why(&path));
        assert!(why(home.path()).contains("directory"), "{}", why(home.path()));
    }

    /// A file of some hundred bytes that says it holds a picture of 65535 pixels in each direction.
    #[test]
    fn a_huge_picture_in_a_small_file_is_refused_at_once() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("bomb.png");
        ImageBuffer::from_pixel(2, 2, Rgb([1_u8, 2, 3])).save(&path).unwrap();
        let mut bytes = fs::read(&path).unwrap();
        for at in [16, 20] {
            bytes[at..at + 4].copy_from_slice(&65_535_u32.to_be_bytes());
        }
        let sum = crc32fast::hash(&bytes[12..29]);
        bytes[29..33].copy_from_slice(&sum.to_be_bytes());
        fs::write(&path, bytes).unwrap();
        assert!(why(&path).contains("limit"), "{}", why(&path));
    }
}
