//! The types of option values, and how they are read and written.

use super::declaration::OptionKind;

/// A type of option value.
pub(in crate::options) trait Value: Sized {
    fn read(text: &str, kind: OptionKind) -> Option<Self>;
    fn show(&self) -> String;
}

/// An option value that is one of some words.
pub(in crate::options) trait Words {
    const WORDS: &'static [&'static str];
}

impl Value for bool {
    fn read(text: &str, _: OptionKind) -> Option<Self> {
        text.to_ascii_lowercase().parse().ok()
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl Value for i32 {
    fn read(text: &str, kind: OptionKind) -> Option<Self> {
        let OptionKind::Spin { min, max } = kind else { return None };
        text.parse().ok().filter(|value| (min..=max).contains(value))
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl Value for String {
    fn read(text: &str, _: OptionKind) -> Option<Self> {
        // How the protocol writes a text of nothing.
        Some(if text == "<empty>" { Self::new() } else { text.to_owned() })
    }

    fn show(&self) -> String {
        if self.is_empty() { "<empty>".to_owned() } else { self.clone() }
    }
}

/// The value of a button: none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Button;

impl Value for Button {
    fn read(_: &str, _: OptionKind) -> Option<Self> {
        Some(Self)
    }

    fn show(&self) -> String {
        String::new()
    }
}

/// Makes an enum, of whichever crate, an option value: each variant with its word.
macro_rules! choice {
    ($type:ident { $($variant:ident = $word:literal),+ }) => {
        impl $crate::options::value::Words for $type {
            const WORDS: &'static [&'static str] = &[$($word),+];
        }

        impl $crate::options::value::Value for $type {
            fn read(text: &str, _: $crate::options::OptionKind) -> Option<Self> {
                $(if text.eq_ignore_ascii_case($word) { return Some(Self::$variant); })+
                None
            }

            fn show(&self) -> String {
                match self { $(Self::$variant => $word.to_owned()),+ }
            }
        }
    };
}

/// The type of the field.
macro_rules! value_type {
    (Check($default:expr)) => {
        bool
    };
    (Spin($default:expr, $min:expr, $max:expr)) => {
        i32
    };
    (Choice($type:ident, $default:ident)) => {
        $type
    };
    (Text($default:expr)) => {
        String
    };
    (Button()) => {
        $crate::options::value::Button
    };
}

macro_rules! value_default {
    (Check($default:expr)) => {
        $default
    };
    (Spin($default:expr, $min:expr, $max:expr)) => {
        $default
    };
    (Choice($type:ident, $default:ident)) => {
        $type::$default
    };
    (Text($default:expr)) => {
        String::from($default)
    };
    (Button()) => {
        $crate::options::value::Button
    };
}

macro_rules! value_kind {
    (Check($default:expr)) => {
        $crate::options::OptionKind::Check
    };
    (Spin($default:expr, $min:expr, $max:expr)) => {
        $crate::options::OptionKind::Spin { min: $min, max: $max }
    };
    (Choice($type:ident, $default:ident)) => {
        $crate::options::OptionKind::Choice(<$type as $crate::options::value::Words>::WORDS)
    };
    (Text($default:expr)) => {
        $crate::options::OptionKind::Text
    };
    (Button()) => {
        $crate::options::OptionKind::Button
    };
}

pub(super) use {choice, value_default, value_kind, value_type};
