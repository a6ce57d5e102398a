//! The picture of `--picture`: read, checked, and made small before the terminal is touched.

use super::status::Failure;
use crate::notation;
use crate::tui::Picture;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// The longest side of a picture that is read, in pixels.
const LONGEST: u32 = 16_384;
/// The most bytes that a picture may take while it is read: a small file may hold a huge one.
const MOST_BYTES: u64 = 512 << 20;
/// The longest side of what is kept: more than any board has characters.
const KEPT: u32 = 512;

/// The picture in a file.
///
/// # Errors
/// It cannot be read, or is no PNG or JPEG, or too large.
pub(super) fn read(path: &Path) -> Result<Picture, Failure> {
    decoded(path).map(kept).map_err(|why| {
        let name = notation::clean(&path.display().to_string());
        let why = notation::clean(&why);
        Failure::Input(vec![format!(
            "{name}: {why}; expected a picture in PNG or JPEG"
        )])
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
    let large = picture.width().max(picture.height()) > KEPT;
    let small = if large {
        picture.thumbnail(KEPT, KEPT)
    } else {
        picture
    };
    let small = small.to_rgba8();
    let pixels = small.pixels().map(|pixel| {
        let [r, g, b, alpha] = pixel.0;
        [r, g, b].map(|part| (u16::from(part) * u16::from(alpha) / 255) as u8)
    });
    let found = Picture::new(small.width() as usize, pixels.collect());
    found.expect("a picture has whole rows of pixels, and one at least")
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
        ImageBuffer::from_pixel(1, 1, Rgba([200_u8, 100, 0, 0]))
            .save(&path)
            .unwrap();
        assert_eq!(read(&path).unwrap(), Picture::new(1, vec![[0; 3]]).unwrap());
    }

    #[test]
    fn what_is_no_picture_says_so() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("a\u{1b}.png");
        assert!(
            why(&path).contains("a\\u{1b}.png: No such file"),
            "{}",
            why(&path)
        );
        fs::write(&path, "no picture").unwrap();
        assert!(why(&path).ends_with("another kind of file; expected a picture in PNG or JPEG"));
        fs::write(&path, b"\x89PNG\r\n\x1a\n and no more").unwrap();
        assert!(
            why(&path).ends_with("; expected a picture in PNG or JPEG"),
            "{}",
            why(&path)
        );
        assert!(
            why(home.path()).contains("directory"),
            "{}",
            why(home.path())
        );
    }

    /// A file of some hundred bytes that says it holds a picture of 65535 pixels in each direction.
    #[test]
    fn a_huge_picture_in_a_small_file_is_refused_at_once() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("bomb.png");
        ImageBuffer::from_pixel(2, 2, Rgb([1_u8, 2, 3]))
            .save(&path)
            .unwrap();
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
