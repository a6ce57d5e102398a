//! Reads pictures in PNG and JPEG: as much of them as is needed, the right side up.
//!
//! A small file may say that it holds a huge picture. So its size is looked at before anything is decoded, and nothing is
//! unpacked that is not needed for its pixels.

use super::exif::Orientation;
use super::picture::Picture;
use super::pixels::LONGEST_KEPT;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// The longest side of a picture that is read, in pixels.
const LONGEST_SIDE: usize = 16_384;
/// The most bytes that the pixels of a picture may take while it is read. A JPEG that is refined step by step takes twice as
/// many beside them.
const MOST_BYTES: usize = 512 << 20;
/// The most bytes of a PNG that are kept beside its pixels, such as those that tell which side is up.
const MOST_BYTES_BESIDE: usize = 4 << 20;

/// What a file holds.
struct Decoded {
    width: usize,
    height: usize,
    /// Bytes of a pixel: grey or three colours, and then, if their number is even, how much of it is not let through.
    channels: usize,
    /// Row by row.
    bytes: Vec<u8>,
    orientation: Orientation,
}

impl Picture {
    /// Reads the picture in a file, and makes it as small as it is kept; what it lets through is black.
    ///
    /// # Errors
    /// The reason why there is none: the file cannot be read, or is no PNG or JPEG, or its picture is too large.
    pub fn read(path: &Path) -> Result<Picture, String> {
        // The first bytes are looked at and not taken, since the decoder needs them too; they are surer than the ending of a
        // name.
        let mut file = BufReader::new(File::open(path).map_err(words)?);
        let decoded = match file.fill_buf().map_err(words)? {
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => png(file)?,
            [0xff, 0xd8, 0xff, ..] => jpeg(file)?,
            _ => return Err("another kind of file".to_owned()),
        };
        Ok(decoded.kept(LONGEST_KEPT))
    }
}

fn words(error: impl Display) -> String {
    error.to_string()
}

fn png(file: BufReader<File>) -> Result<Decoded, String> {
    let mut decoder = png::Decoder::new_with_limits(file, png::Limits { bytes: MOST_BYTES_BESIDE });
    // Both may be packed, and unpack to gigabytes.
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    // Palettes, single bits and 16 bits all become 8 bits a channel, so that there is one case to be read.
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let info = decoder.read_header_info().map_err(words)?;
    check_sides(info.width as usize, info.height as usize)?;
    let mut reader = decoder.read_info().map_err(words)?;
    let mut bytes = room(reader.output_buffer_size())?;
    let frame = reader.next_frame(&mut bytes).map_err(words)?;
    // What tells which side is up may stand behind the pixels. What is wrong there is of no matter any more.
    let _ = reader.finish();
    Ok(Decoded {
        width: frame.width as usize,
        height: frame.height as usize,
        channels: frame.color_type.samples(),
        bytes,
        orientation: Orientation::of_exif(reader.info().exif_metadata.as_deref().unwrap_or(&[])),
    })
}

fn jpeg(file: BufReader<File>) -> Result<Decoded, String> {
    let options = DecoderOptions::default()
        // Many programs write JPEGs with small faults that every viewer overlooks.
        .set_strict_mode(false)
        // The library's own limits give way to `check_sides`, whose words name the limit.
        .set_max_width(usize::MAX)
        .set_max_height(usize::MAX)
        // The pixels are read with three channels, whatever colours the file has.
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(file, options);
    decoder.decode_headers().map_err(words)?;
    let (width, height) = decoder.dimensions().ok_or("no size is told")?;
    check_sides(width, height)?;
    let mut bytes = room(decoder.output_buffer_size())?;
    decoder.decode_into(&mut bytes).map_err(words)?;
    let orientation = Orientation::of_exif(decoder.exif().map_or(&[], Vec::as_slice));
    Ok(Decoded { width, height, channels: 3, bytes, orientation })
}

/// Refuses a picture that is longer than any that is read.
fn check_sides(width: usize, height: usize) -> Result<(), String> {
    match width.max(height) > LONGEST_SIDE {
        true => Err(format!("{width}x{height} pixels are over the limit of {LONGEST_SIDE} a side")),
        false => Ok(()),
    }
}

/// Room for so many bytes of pixels, if they are not too many.
fn room(bytes: Option<usize>) -> Result<Vec<u8>, String> {
    let bytes = bytes.filter(|bytes| *bytes <= MOST_BYTES);
    let bytes =
        bytes.ok_or(format!("its pixels are over the limit of {} MiB", MOST_BYTES >> 20))?;
    Ok(vec![0; bytes])
}

impl Decoded {
    /// The picture, made smaller if a side is longer than `longest`: each of its pixels is the mean of the area that it covers.
    fn kept(&self, longest: usize) -> Picture {
        let side = self.width.max(self.height);
        let small = |size: usize| match side > longest {
            // However narrow a picture is, one row or column of pixels stays.
            true => ((size * longest + side / 2) / side).max(1),
            false => size,
        };
        let (width, height) = (small(self.width), small(self.height));
        let (columns, rows) = match self.orientation.is_turned() {
            true => (height, width),
            false => (width, height),
        };
        let places = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        let pixels = places.map(|place| {
            let (x, y) = self.orientation.source(place, (width, height));
            self.mean((x, width), (y, height))
        });
        Picture::new(columns, pixels.collect()).expect("there are whole rows of pixels")
    }

    /// The mean colour on black of a part: the `x`th of so many columns and the `y`th of so many rows.
    fn mean(&self, (x, columns): (usize, usize), (y, rows): (usize, usize)) -> [u8; 3] {
        let mut sums = [0; 3];
        for (row, weight_of_row) in covered(y, rows, self.height) {
            for (column, weight) in covered(x, columns, self.width) {
                let at = (row * self.width + column) * self.channels;
                let pixel = &self.bytes[at..at + self.channels];
                let (colours, alpha) = match *pixel {
                    [grey] => ([grey; 3], u8::MAX),
                    [grey, alpha] => ([grey; 3], alpha),
                    [r, g, b] => ([r, g, b], u8::MAX),
                    [r, g, b, alpha, ..] => ([r, g, b], alpha),
                    [] => ([0; 3], 0),
                };
                let weight = weight_of_row * weight * u64::from(alpha);
                for (sum, colour) in sums.iter_mut().zip(colours) {
                    *sum += weight * u64::from(colour);
                }
            }
        }
        // The weight of the whole area, not only of what is opaque, so that what is let through counts as black.
        let all = (self.width * self.height) as u64 * u64::from(u8::MAX);
        sums.map(|sum| ((sum + all / 2) / all) as u8)
    }
}

/// The pixels of `size` that the `i`th of `count` equal parts covers, and how much of each: a whole one weighs `count`, so
/// that a part weighs `size`.
fn covered(i: usize, count: usize, size: usize) -> impl Iterator<Item = (usize, u64)> {
    // In units of `1 / count` pixels all borders are whole numbers, so that nothing is rounded here.
    let (from, to) = (i * size, (i + 1) * size);
    let weight = move |at: usize| to.min((at + 1) * count) - from.max(at * count);
    (from / count..to.div_ceil(count)).map(move |at| (at, weight(at) as u64))
}

#[cfg(test)]
mod tests {
    use super::super::exif::tests::exif;
    use super::*;
    use std::fs;

    /// 32x16, on the left red and on the right blue.
    const JPEG: &[u8] = include_bytes!("../../../tests/data/pictures/red-blue.jpg");
    /// Bytes of a PNG before the first chunk, and of that one.
    const HEADER: usize = 8 + 25;

    fn read(bytes: &[u8]) -> Result<Picture, String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), bytes).unwrap();
        Picture::read(file.path())
    }

    fn encoded(width: u32, color: png::ColorType, depth: png::BitDepth, data: &[u8]) -> Vec<u8> {
        let row = (width as usize * color.samples() * depth as usize).div_ceil(8);
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, (data.len() / row) as u32);
        encoder.set_color(color);
        encoder.set_depth(depth);
        if color == png::ColorType::Indexed {
            encoder.set_palette(vec![9, 8, 7, 60, 50, 40]);
            encoder.set_trns(vec![255, 128]);
        }
        encoder.write_header().unwrap().write_image_data(data).unwrap();
        bytes
    }

    /// A PNG in true colours.
    fn rgb(width: u32, pixels: &[[u8; 3]]) -> Vec<u8> {
        encoded(width, png::ColorType::Rgb, png::BitDepth::Eight, pixels.as_flattened())
    }

    fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
        let named = [kind.as_slice(), data].concat();
        let sum = crc32fast::hash(&named).to_be_bytes();
        [&(data.len() as u32).to_be_bytes(), named.as_slice(), &sum].concat()
    }

    /// The same PNG with another chunk at that place.
    fn with_chunk(png: &[u8], at: usize, kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
        [&png[..at], &chunk(kind, data), &png[at..]].concat()
    }

    #[test]
    fn a_large_picture_is_made_small() {
        let red = rgb(1200, &[[255, 0, 0]; 1200 * 600]);
        let small = format!("Picture({LONGEST_KEPT}x{})", LONGEST_KEPT / 2);
        assert_eq!(format!("{:?}", read(&red).unwrap()), small);
        let decoded = |width, bytes: &[u8]| Decoded {
            width,
            height: bytes.len() / width,
            channels: 1,
            bytes: bytes.to_vec(),
            orientation: Orientation::of_exif(&[]),
        };
        let grey = |width, pixels: &[u8]| {
            Picture::new(width, pixels.iter().map(|&grey| [grey; 3]).collect()).unwrap()
        };
        // Of a pixel and a half each.
        assert_eq!(decoded(3, &[0, 90, 180]).kept(2), grey(2, &[30, 150]));
        assert_eq!(decoded(1, &[0, 90, 180]).kept(2), grey(1, &[30, 150]));
        assert_eq!(decoded(2, &[10, 20, 30, 41]).kept(1), grey(1, &[25]));
        assert_eq!(decoded(2, &[10, 20, 30, 41]).kept(2), grey(2, &[10, 20, 30, 41]));
    }

    #[test]
    fn every_kind_of_png_is_read() {
        use png::BitDepth::{Eight, One, Sixteen};
        use png::ColorType::{Grayscale, GrayscaleAlpha, Indexed, Rgba};
        let first = |bytes: Vec<u8>| read(&bytes).unwrap().pixels[0];
        assert_eq!(first(encoded(8, Grayscale, One, &[0x80])), [255; 3]);
        assert_eq!(first(encoded(1, GrayscaleAlpha, Eight, &[200, 51])), [40; 3]);
        assert_eq!(first(encoded(1, Grayscale, Sixteen, &[7, 99])), [7; 3]);
        assert_eq!(first(encoded(1, Rgba, Eight, &[200, 100, 0, 0])), [0; 3]);
        assert_eq!(first(encoded(8, Indexed, One, &[0x80])), [30, 25, 20]);
        assert_eq!(first(rgb(1, &[[1, 2, 3]])), [1, 2, 3]);
    }

    #[test]
    fn jpegs_are_read() {
        let picture = read(JPEG).unwrap();
        assert_eq!((picture.width, picture.height), (32, 16));
        let near = |at: usize, [r, g, b]: [u8; 3]| {
            let pixel = picture.pixels[at];
            let far = pixel.iter().zip([r, g, b]).map(|(a, b)| a.abs_diff(b)).max();
            assert!(far < Some(16), "{pixel:?}");
        };
        near(0, [250, 0, 0]);
        near(31, [0, 0, 250]);
        let grey = read(include_bytes!("../../../tests/data/pictures/grey.jpg")).unwrap();
        assert_eq!(grey, Picture::new(8, vec![[77; 3]; 64]).unwrap());
    }

    #[test]
    fn the_right_side_is_up() {
        let row = [[1, 1, 1], [2, 2, 2]];
        let (png, column) = (rgb(2, &row), [[1, 1, 1], [2, 2, 2]]);
        let (lying, standing) =
            (Picture::new(2, row.to_vec()).unwrap(), Picture::new(1, column.to_vec()).unwrap());
        assert_eq!(read(&png), Ok(lying));
        // Before the pixels, and behind them.
        for at in [HEADER, png.len() - 12] {
            assert_eq!(read(&with_chunk(&png, at, b"eXIf", &exif(6))), Ok(standing.clone()));
        }
        let exif = [b"Exif\0\0".as_slice(), &exif(3)].concat();
        let length = (exif.len() as u16 + 2).to_be_bytes();
        let jpeg = [&JPEG[..2], &[0xff, 0xe1], &length, &exif, &JPEG[2..]].concat();
        let (mut turned, upright) = (read(&jpeg).unwrap(), read(JPEG).unwrap());
        assert_ne!(turned, upright);
        turned.pixels.reverse();
        assert_eq!(turned, upright);
    }

    /// Files of some hundred bytes that say they hold huge pictures.
    #[test]
    fn a_huge_picture_in_a_small_file_is_refused_at_once() {
        let why = |bytes: &[u8]| read(bytes).unwrap_err();
        let png = |width: u32, height: u32| {
            let small = rgb(2, &[[1, 2, 3]; 4]);
            let data = [&width.to_be_bytes(), &height.to_be_bytes(), &small[24..29]].concat();
            [&small[..8], &chunk(b"IHDR", &data), &small[HEADER..]].concat()
        };
        let jpeg = |width: u16, height: u16| {
            let frame = JPEG.windows(2).position(|marker| marker == [0xff, 0xc0]).unwrap();
            let sides = [height.to_be_bytes(), width.to_be_bytes()].concat();
            [&JPEG[..frame + 5], &sides, &JPEG[frame + 9..]].concat()
        };
        let long = "65535x1 pixels are over the limit of 16384 a side";
        assert_eq!((why(&png(65_535, 1)), why(&jpeg(65_535, 1))), (long.into(), long.into()));
        let large = "its pixels are over the limit of 512 MiB";
        assert_eq!(
            (why(&png(16_384, 16_384)), why(&jpeg(16_384, 16_384))),
            (large.into(), large.into())
        );
    }

    /// What stands beside the pixels is passed over, even where it could not be unpacked, and is not kept without limit.
    #[test]
    fn what_stands_beside_the_pixels_takes_no_memory() {
        let png = rgb(1, &[[1, 2, 3]]);
        let picture = read(&png);
        for kind in [b"iCCP", b"zTXt", b"iTXt"] {
            assert_eq!(read(&with_chunk(&png, HEADER, kind, b"name\0\0no zlib")), picture);
        }
        let exif = [exif(1), vec![0; MOST_BYTES_BESIDE]].concat();
        assert!(read(&with_chunk(&png, HEADER, b"eXIf", &exif)).unwrap_err().contains("limit"));
    }
}
