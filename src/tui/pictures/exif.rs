//! Which side of a picture is up, as cameras write it beside the picture (Exif 2.32, which is laid out as TIFF 6.0).

/// How the pixels of a file lie: the values of the tag `Orientation`, from 1 for as they are seen to 8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Orientation(u16);

/// The number of the tag in the first directory.
const TAG: u16 = 0x0112;
/// The type of its value: one number of two bytes.
const SHORT: u16 = 3;

impl Orientation {
    /// The one that `exif` tells, which begins with the TIFF header; if it tells none, the pixels lie as they are seen.
    pub(crate) fn of_exif(exif: &[u8]) -> Orientation {
        Orientation(tag(exif).filter(|value| (1..=8).contains(value)).unwrap_or(1))
    }

    /// Whether rows of the file are columns of what is seen.
    pub(crate) fn is_turned(self) -> bool {
        self.0 >= 5
    }

    /// Where the file has the pixel that is seen at `x` and `y`, of a picture that has `width` and `height` in the file.
    pub(crate) fn source(
        self,
        (x, y): (usize, usize),
        (width, height): (usize, usize),
    ) -> (usize, usize) {
        // Turned pictures are mirrored along the sides that they have in the file, so that turning comes first.
        let (x, y) = if self.is_turned() { (y, x) } else { (x, y) };
        let x = if matches!(self.0, 2 | 3 | 7 | 8) { width - 1 - x } else { x };
        let y = if matches!(self.0, 3 | 4 | 6 | 7) { height - 1 - y } else { y };
        (x, y)
    }
}

/// The value of the tag, if the first directory has it.
fn tag(exif: &[u8]) -> Option<u16> {
    let is_big_endian = match exif.get(..4)? {
        b"MM\0*" => true,
        b"II*\0" => false,
        _ => return None,
    };
    let number = |bytes: &[u8]| match is_big_endian {
        true => bytes.iter().fold(0, |number, &byte| number << 8 | u32::from(byte)),
        false => bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte)),
    };
    let short = |bytes: &[u8], at: usize| Some(number(bytes.get(at..at + 2)?) as u16);
    // A count, and twelve bytes for each tag: its number, the type and the count of its values, and the values.
    let directory = exif.get(number(exif.get(4..8)?) as usize..)?;
    // The count may be a lie; the chunks end where the bytes do.
    let tags = directory.get(2..)?.chunks_exact(12).take(short(directory, 0)?.into());
    let found = tags.into_iter().find(|tag| short(tag, 0) == Some(TAG))?;
    // A value of another type is not laid out as one number of two bytes.
    short(found, 8).filter(|_| short(found, 2) == Some(SHORT))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The least that tells an orientation, behind another tag.
    pub(crate) fn exif(orientation: u16) -> Vec<u8> {
        let words = [0x2a, 0, 8, 2, 0x0100, 3, 0, 1, 9, 0, TAG, SHORT, 0, 1, orientation, 0, 0, 0];
        let bytes = words.into_iter().flat_map(u16::to_be_bytes);
        b"MM".iter().copied().chain(bytes).collect()
    }

    #[test]
    fn both_orders_of_bytes_are_read() {
        for orientation in 1..=8 {
            assert_eq!(Orientation::of_exif(&exif(orientation)), Orientation(orientation));
        }
        let little = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
        assert_eq!(Orientation::of_exif(little), Orientation(6));
    }

    #[test]
    fn what_cannot_be_read_is_as_it_is_seen() {
        let whole = exif(6);
        let cut = (0..whole.len() - 6).map(|length| whole[..length].to_vec());
        let far = [b"MM\0*\xff\xff\xff\xff".as_slice(), &whole[8..]].concat();
        let other = [exif(0), exif(9), b"Exif".to_vec(), far];
        for bytes in cut.chain(other) {
            assert_eq!(Orientation::of_exif(&bytes), Orientation(1), "{bytes:x?}");
        }
    }

    /// A picture of 3x2, whose pixels are numbered as they lie in the file, as each orientation shows it.
    #[test]
    fn every_orientation_shows_the_picture_upright() {
        let seen = |orientation: u16| {
            let orientation = Orientation(orientation);
            let (width, height) = if orientation.is_turned() { (2, 3) } else { (3, 2) };
            let row = |y| (0..width).map(move |x| orientation.source((x, y), (3, 2)));
            let row = |y| row(y).map(|(x, y)| (y * 3 + x).to_string()).collect::<String>();
            (0..height).map(row).collect::<Vec<_>>().join("/")
        };
        let all = [
            "012/345", "210/543", "543/210", "345/012", "03/14/25", "30/41/52", "52/41/30",
            "25/14/03",
        ];
        assert_eq!([1, 2, 3, 4, 5, 6, 7, 8].map(seen), all);
    }
}
