//! Days of the calendar, in Universal Time.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A day of the Gregorian calendar in the years 0000 to 9999, so that its text `YYYY-MM-DD` always has ten characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Day {
    /// Days since 1970-01-01, less than zero before it.
    since_epoch: i32,
}

/// Milliseconds of a day. Universal Time as computers count it has no leap seconds.
const MILLIS: i64 = 24 * 60 * 60 * 1000;

/// The day that it is, in Universal Time: the puzzles change everywhere at the same moment.
#[must_use]
pub fn today() -> Day {
    today_and_rest().0
}

/// The day that it is, and how long it still lasts.
#[must_use]
pub fn today_and_rest() -> (Day, Duration) {
    let now = now();
    // Euclidean, because a clock that is set to a time before 1970 counts below zero.
    let rest = MILLIS - now.rem_euclid(MILLIS);
    (Day::at(now), Duration::from_millis(rest.unsigned_abs()))
}

/// Milliseconds since 1970-01-01 UTC; less than zero where a clock is set to a time before it.
#[must_use]
pub fn now() -> i64 {
    let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(after) => millis(after),
        Err(before) => -millis(before.duration()),
    }
}

impl Day {
    /// 0000-01-01.
    const FIRST: i32 = -719_528;
    /// 9999-12-31.
    const LAST: i32 = 2_932_896;

    /// The day at so many milliseconds since 1970-01-01 UTC. A clock may be set to any time: before the first day it is the first
    /// one, after the last day the last one.
    #[must_use]
    pub fn at(millis: i64) -> Day {
        let days = millis.div_euclid(MILLIS).clamp(Day::FIRST.into(), Day::LAST.into());
        Day { since_epoch: days as i32 }
    }

    /// The day before, if this is not the first one.
    #[must_use]
    pub fn yesterday(self) -> Option<Day> {
        let since_epoch = self.since_epoch - 1;
        (since_epoch >= Day::FIRST).then_some(Day { since_epoch })
    }

    /// Year, month and day of the month, both from 1.
    ///
    /// The way is `civil_from_days` of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms"
    /// (<https://howardhinnant.github.io/date_algorithms.html>): years begin in March, so that the leap day is their last one, and
    /// 400 of them, an era, always have 146,097 days.
    fn civil(self) -> (i32, i32, i32) {
        // The year 0 is a leap year, so that its first of March is 60 days after its first day.
        let days = self.since_epoch - Day::FIRST - 60;
        let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        // Four years without their leap day have 1460 days, a century has 36,524, and 146,096 is the last day of the era.
        let leap_days = day_of_era / 1460 - day_of_era / 36_524 + day_of_era / 146_096;
        let year_of_era = (day_of_era - leap_days) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        // Months from March on, which is 0.
        let month = (5 * day_of_year + 2) / 153;
        // Five months from March on, and the next five, have 153 days.
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        (400 * era + year_of_era + i32::from(month <= 2), month, day)
    }

    /// The day that is written so; `None` if the calendar has none. This is `days_from_civil` of the same paper.
    fn from_civil(year: i32, month: i32, day: i32) -> Option<Day> {
        let month_from_march = (month + 9) % 12;
        let year_from_march = year - i32::from(month <= 2);
        let (era, year_of_era) = (year_from_march.div_euclid(400), year_from_march.rem_euclid(400));
        let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
        let day_of_era = 365 * year_of_era + year_of_era / 4 - year_of_era / 100 + day_of_year;
        let found = Day { since_epoch: Day::FIRST + 60 + 146_097 * era + day_of_era };
        // A month or a day of it that there is not comes out as another one.
        (found.civil() == (year, month, day)).then_some(found)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.civil();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Day {
    type Err = String;

    /// Reads `YYYY-MM-DD`, and no other form.
    fn from_str(text: &str) -> Result<Day, String> {
        let number = |digits: &str| -> Option<i32> {
            // `parse` alone would also take a sign.
            let all = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|_| all)
        };
        let day = || {
            let mut parts = text.split('-');
            let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
            let is_whole = parts.next().is_none();
            let widths = (year.len(), month.len(), day.len());
            let day = Day::from_civil(number(year)?, number(month)?, number(day)?)?;
            (is_whole && widths == (4, 2, 2)).then_some(day)
        };
        day().ok_or_else(|| format!("{text:?} is no day like 2026-11-21"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_is_read_as_it_is_written_and_follows_the_one_before() {
        let is_leap = |year| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let (mut year, mut month, mut date) = (0, 1, 1);
        let mut before = None;
        for since_epoch in Day::FIRST..=Day::LAST {
            let day = Day { since_epoch };
            assert_eq!(day.civil(), (year, month, date));
            assert_eq!(Day::from_civil(year, month, date), Some(day));
            assert_eq!(day.yesterday(), before);
            before = Some(day);
            date += 1;
            let last = match month {
                2 => 28 + i32::from(is_leap(year)),
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            if date > last {
                (month, date) = (month + 1, 1);
            }
            if month > 12 {
                (year, month) = (year + 1, 1);
            }
        }
        assert_eq!((year, month, date), (10_000, 1, 1));
    }

    #[test]
    fn a_clock_tells_the_day_whatever_it_is_set_to() {
        let at = |millis| Day::at(millis).to_string();
        assert_eq!(at(0), "1970-01-01");
        assert_eq!(at(-1), "1969-12-31");
        assert_eq!(at(1_763_769_599_999), "2025-11-21");
        assert_eq!(at(1_763_769_600_000), "2025-11-22");
        assert_eq!(at(i64::MIN), "0000-01-01");
        assert_eq!(at(i64::MAX), "9999-12-31");
        let (_, rest) = today_and_rest();
        assert!(!rest.is_zero() && rest <= Duration::from_millis(MILLIS.unsigned_abs()));
    }

    #[test]
    fn days_that_there_are_not_are_refused() {
        let day = |text: &str| text.parse().map(|day: Day| day.to_string());
        assert_eq!(day("2028-02-29").as_deref(), Ok("2028-02-29"));
        let wrong = [
            "",
            "2026-02-29",
            "1900-02-29",
            "2026-00-10",
            "2026-13-01",
            "2026-11-00",
            "2026-04-31",
            "2026-1-1",
            "20261121",
            "2026-11-21-1",
            "+026-11-21",
            "2026-11-+1",
            "12026-11-21",
            "-001-11-21",
            "2026-11-21T00:00",
            " 2026-11-21",
            "２026-11-21",
        ];
        for text in wrong {
            assert_eq!(day(text), Err(format!("{text:?} is no day like 2026-11-21")));
        }
    }
}
