//! Few colours for a picture that has many, as terminals with sixels have no more than 256 at a time.

use super::Picture;

/// How many colours there are at most: as many as the registers that nearly every terminal has.
const MOST: usize = 256;
/// About how many pixels are looked at to choose them.
const SAMPLES: usize = 1 << 16;
/// How many bits of each part of a colour tell which one is nearest.
const BITS: u32 = 5;

/// The colours that stand for all of a picture's.
pub(super) struct Colours {
    /// Red, green and blue of each.
    pub(super) palette: Vec<[u8; 3]>,
    /// The number of the colour nearest to those whose parts begin with these bits, as far as it was needed.
    nearest: Vec<Option<u8>>,
}

impl Colours {
    /// Those of a picture. All of its colours are one group at first; then the group that differs most in one part of its colours
    /// is split at the mean of it, until there are enough.
    pub(super) fn of(picture: &Picture) -> Colours {
        let step = picture.pixels.len() / SAMPLES + 1;
        let mut groups = vec![Group::of(picture.pixels.iter().step_by(step).copied().collect())];
        while groups.len() < MOST {
            let worst = (0..groups.len()).max_by_key(|&at| groups[at].spread).unwrap_or(0);
            if groups[worst].spread == 0 {
                break;
            }
            let Group { colours, part, mean, .. } = groups.swap_remove(worst);
            // Where colours differ, some are above their mean and some are not.
            let (low, high) = colours.into_iter().partition(|colour| colour[part] <= mean[part]);
            groups.extend([low, high].map(Group::of));
        }
        let palette = groups.iter().map(|group| group.mean).collect();
        Colours { palette, nearest: vec![None; 1 << (3 * BITS)] }
    }

    /// The numbers of the colours of a picture's pixels. What a pixel lacks is added to those behind and below it, so that each part
    /// of the picture is as bright as before (R. W. Floyd and L. Steinberg, 1976).
    pub(super) fn dithered(&mut self, picture: &Picture) -> Vec<u8> {
        let width = picture.width;
        // What is lacking in this row and in the next, sixteenfold, with a place at each side that counts for nothing.
        let [mut row, mut next] = [vec![[0_i32; 3]; width + 2], vec![[0_i32; 3]; width + 2]];
        let mut numbers = Vec::with_capacity(picture.pixels.len());
        for pixels in picture.pixels.chunks(width) {
            for (x, pixel) in pixels.iter().enumerate() {
                let mut wanted = row[x + 1];
                for part in [0, 1, 2] {
                    wanted[part] = (i32::from(pixel[part]) + wanted[part] / 16).clamp(0, 255);
                }
                let number = self.nearest(wanted);
                let colour = self.palette[usize::from(number)];
                for part in [0, 1, 2] {
                    let lacks = wanted[part] - i32::from(colour[part]);
                    row[x + 2][part] += 7 * lacks;
                    next[x][part] += 3 * lacks;
                    next[x + 1][part] += 5 * lacks;
                    next[x + 2][part] += lacks;
                }
                numbers.push(number);
            }
            std::mem::swap(&mut row, &mut next);
            next.fill([0; 3]);
        }
        numbers
    }

    /// The number of the nearest colour; the last bits of the parts do not count.
    fn nearest(&mut self, wanted: [i32; 3]) -> u8 {
        let [r, g, b] = wanted;
        let rest = 8 - BITS;
        let at = ((r >> rest) << (2 * BITS) | (g >> rest) << BITS | b >> rest) as usize;
        if let Some(known) = self.nearest[at] {
            return known;
        }
        // The middle of what begins with these bits.
        let middle = wanted.map(|part| (part >> rest) << rest | 1 << (rest - 1));
        let mut found = (i32::MAX, 0);
        for (number, colour) in self.palette.iter().enumerate() {
            let r = i32::from(colour[0]) - middle[0];
            let g = i32::from(colour[1]) - middle[1];
            let b = i32::from(colour[2]) - middle[2];
            let far = r * r + g * g + b * b;
            if far < found.0 {
                found = (far, number);
            }
        }
        // There are at most 256.
        self.nearest[at] = Some(found.1 as u8);
        found.1 as u8
    }
}

/// Colours that one stands for.
struct Group {
    colours: Vec<[u8; 3]>,
    mean: [u8; 3],
    /// The part of them that differs most, and how much: the sum of the squares of the differences from the mean.
    part: usize,
    spread: u64,
}

impl Group {
    fn of(colours: Vec<[u8; 3]>) -> Group {
        let count = colours.len().max(1) as u64;
        let (mut sums, mut squares) = ([0; 3], [0; 3]);
        for colour in &colours {
            for part in [0, 1, 2] {
                let value = u64::from(colour[part]);
                sums[part] += value;
                squares[part] += value * value;
            }
        }
        let mean = sums.map(|sum| (sum / count) as u8);
        let spreads = [0, 1, 2].map(|part| squares[part] - sums[part] * sums[part] / count);
        let part = (0..3).max_by_key(|&part| spreads[part]).unwrap_or(0);
        Group { mean, part, spread: spreads[part], colours }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_stay_as_they_are() {
        let four = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]];
        let picture = Picture::new(2, four.to_vec()).unwrap();
        let mut colours = Colours::of(&picture);
        let numbers = colours.dithered(&picture);
        let shown: Vec<[u8; 3]> =
            numbers.iter().map(|number| colours.palette[usize::from(*number)]).collect();
        assert_eq!(shown, four);
    }

    #[test]
    fn a_part_of_the_picture_is_as_bright_as_before() {
        let place = |at: usize| [at % 256, at / 256, (at % 256 + at / 256) / 2];
        let pixels = (0..256 * 256).map(|at| place(at).map(|part| part as u8));
        let picture = Picture::new(256, pixels.collect()).unwrap();
        let mut colours = Colours::of(&picture);
        assert_eq!(colours.palette.len(), MOST);
        let numbers = colours.dithered(&picture);
        for (left, top) in [(16, 16), (100, 40), (200, 200)] {
            for part in 0..3 {
                let square = (0..32 * 32).map(|at| (top + at / 32) * 256 + left + at % 32);
                let (mut before, mut after) = (0, 0);
                for at in square {
                    before += u32::from(picture.pixels[at][part]);
                    after += u32::from(colours.palette[usize::from(numbers[at])][part]);
                }
                assert!(before.abs_diff(after) <= 32 * 32, "{before} and {after}");
            }
        }
    }
}
