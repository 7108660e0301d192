//! Dates of games.

use std::{fmt, str::FromStr};

/// A day, as year, month, day; comparable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl FromStr for Date {
    type Err = String;

    /// Reads `2024.12.31` or `2024-12-31`; `2024` and `2024.12` mean their first day.
    fn from_str(text: &str) -> Result<Self, String> {
        Self::read(text, [1, 1])
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }
}

impl Date {
    /// As [`from_str`](Self::from_str), but `2024` and `2024.12` mean their last day.
    ///
    /// # Errors
    /// If it is no date.
    pub fn last_of(text: &str) -> Result<Self, String> {
        Self::read(text, [12, 31])
    }

    /// Reads a date; `missing` are the month and the day of one that has none.
    fn read(text: &str, missing: [u8; 2]) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no date; write 2024.12.31, 2024.12 or 2024");
        let mut fields = text.split(['.', '-']);
        let year = fields.next().and_then(year_of).ok_or_else(wrong)?;
        let [month, day] = missing;
        let mut field = |missing| fields.next().map_or(Some(missing), |field| field.parse().ok());
        let month = field(month).ok_or_else(wrong)?;
        let day = field(day.min(days_of(year, month))).ok_or_else(wrong)?;
        let date = Self { year, month, day };
        if fields.next().is_none() && date.is_possible() { Ok(date) } else { Err(wrong()) }
    }

    /// Whether its month has such a day; tags claim more.
    #[must_use]
    pub const fn exists(self) -> bool {
        self.day <= days_of(self.year, self.month)
    }

    const fn is_possible(self) -> bool {
        matches!((self.month, self.day), (1..=12, 1..=31))
    }

    /// The year.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.year
    }

    /// The month, from 1.
    #[must_use]
    pub const fn month(self) -> u8 {
        self.month
    }

    /// Days since 1970-01-01, negative before; a day that its month does not have counts on.
    ///
    /// CITE: Howard Hinnant, `days_from_civil`, <https://howardhinnant.github.io/date_algorithms.html>.
    #[must_use]
    pub fn days_since_1970(self) -> i32 {
        let (month, day) = (i32::from(self.month), i32::from(self.day));
        // Years begin in March here, so that a leap day is the last of its year.
        let year = i32::from(self.year) - i32::from(month <= 2);
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
    }

    /// The first and the last day that a `Date` tag may mean: `2024.??.??` may be any of its year, and so may `2024.00.00`.
    /// `None` if not even the year is known, or if it is no date: `24.12.2019` is none.
    #[must_use]
    pub fn range(tag: &[u8]) -> Option<(Self, Self)> {
        let text = std::str::from_utf8(tag).ok()?;
        let mut fields = text.split(['.', '-', '/']).map(str::trim);
        let year = fields.next().and_then(year_of)?;
        let mut bounds = |first: u8, last: u8| match fields.next().unwrap_or_default() {
            open if open.bytes().all(|byte| matches!(byte, b'?' | b'0')) => Some((first, last)),
            field => number(field).map(|known| (known, known)),
        };
        let months = bounds(1, 12)?;
        let days = bounds(1, days_of(year, months.1))?;
        let [first, last] =
            [(months.0, days.0), (months.1, days.1)].map(|(month, day)| Self { year, month, day });
        (first.is_possible() && last.is_possible()).then_some((first, last))
    }
}

/// How many days a month has; 31 if there is no such month.
const fn days_of(year: u16, month: u8) -> u8 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + is_leap as u8,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// How many digits a year has: without this, days and clipped years would be taken for years.
const YEAR_DIGITS: usize = 4;

/// The year that a field is.
fn year_of(field: &str) -> Option<u16> {
    if field.len() == YEAR_DIGITS { number(field) } else { None }
}

/// A field of digits alone; signs, which Rust parses, are none.
fn number<N: FromStr>(field: &str) -> Option<N> {
    if field.bytes().all(|byte| byte.is_ascii_digit()) { field.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_may_leave_things_open() {
        let range = |tag: &str| {
            Date::range(tag.as_bytes()).map(|(a, b)| format!("{a} {b}")).unwrap_or_default()
        };
        assert_eq!(range("2024.12.07"), "2024.12.07 2024.12.07");
        assert_eq!(range("2024-12-07"), "2024.12.07 2024.12.07");
        assert_eq!(range("2024.??.??"), "2024.01.01 2024.12.31");
        assert_eq!(range("2024.02.??"), "2024.02.01 2024.02.29");
        assert_eq!(range("2024.04.??"), "2024.04.01 2024.04.30");
        assert_eq!(range("1998.00.00"), "1998.01.01 1998.12.31");
        assert_eq!(range("1857"), "1857.01.01 1857.12.31");
        assert_eq!(range("2024.5"), "2024.05.01 2024.05.31");
        assert_eq!(range("2024.?.7"), "2024.01.07 2024.12.07");
        assert_eq!(range("2024.."), "2024.01.01 2024.12.31");
        for unknown in ["????.??.??", "", "?", "2024.13.01", "yesterday"] {
            assert_eq!(range(unknown), "", "{unknown}");
        }
    }

    #[test]
    fn only_four_digits_are_a_year() {
        for unknown in ["24.12.2019", "12/24/2019", "5.??.??", "201.05.06", "02019.05.06", "+201"] {
            assert_eq!(Date::range(unknown.as_bytes()), None, "{unknown}");
            assert!(unknown.parse::<Date>().is_err(), "{unknown}");
        }
        // What is neither open nor a number says nothing of the rest either.
        for unknown in ["2019.Dec.24", "2019.x.x", "2019.12.2?", "2019.12.+4", "2019.12.256"] {
            assert_eq!(Date::range(unknown.as_bytes()), None, "{unknown}");
        }
    }

    #[test]
    fn days_are_numbered() {
        let day = |text: &str| text.parse::<Date>().expect("a date").days_since_1970();
        assert_eq!(day("1970.01.01"), 0);
        assert_eq!(day("1969.12.31"), -1);
        assert_eq!(day("2000.02.29") + 1, day("2000.03.01"));
        // As Python's datetime counts.
        assert_eq!(day("2024.12.31"), 20_088);
        assert_eq!(day("1857.10.06"), -40_994);
    }

    #[test]
    fn the_command_line_wants_real_dates() {
        assert_eq!("2024".parse::<Date>().map(|d| d.to_string()), Ok("2024.01.01".to_owned()));
        assert_eq!("2024-06".parse::<Date>().map(|d| d.to_string()), Ok("2024.06.01".to_owned()));
        for wrong in ["", "x", "2024.13", "2024.1.2.3", "2024.??"] {
            assert!(wrong.parse::<Date>().is_err(), "{wrong}");
            assert!(Date::last_of(wrong).is_err(), "{wrong}");
        }
        let last = |text| Date::last_of(text).map(|date| date.to_string());
        assert_eq!(last("2024"), Ok("2024.12.31".to_owned()));
        assert_eq!(last("2024-02"), Ok("2024.02.29".to_owned()));
        assert_eq!(last("2024.02.03"), Ok("2024.02.03".to_owned()));
    }

    #[test]
    fn not_every_month_has_31_days() {
        let exists = |text: &str| text.parse::<Date>().expect("a date").exists();
        for day in ["2024.02.29", "2000.02.29", "2023.02.28", "2024.04.30", "2024.12.31"] {
            assert!(exists(day), "{day}");
        }
        for day in ["2023.02.29", "1900.02.29", "2024.02.30", "2024.04.31", "2024.11.31"] {
            assert!(!exists(day), "{day}");
        }
    }
}
