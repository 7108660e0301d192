//! How a parameter is declared: the kinds, and the macro that turns declarations into options.

/// What values an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Check,
    /// A number from `min` to `max`.
    Spin {
        /// The least value.
        min: i32,
        /// The greatest value.
        max: i32,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Any text.
    Text,
}

/// One option, as declared.
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    /// The UCI option's name.
    pub name: &'static str,
    /// The ids of the ideas that it belongs to, with blanks between; `-` for none.
    pub id: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// One line on what it does.
    pub about: &'static str,
}

impl Declaration {
    /// The ids of the ideas that it belongs to; none if it is beyond the catalogue.
    pub fn ids(&self) -> impl Iterator<Item = &'static str> {
        self.id.split(' ').filter(|&id| id != "-")
    }
}

/// A type of option value.
pub(in crate::options) trait Value: Sized {
    fn read(text: &str, kind: Kind) -> Option<Self>;
    fn show(&self) -> String;
}

/// An option value that is one of some words.
pub(in crate::options) trait Words {
    const WORDS: &'static [&'static str];
}

impl Value for bool {
    fn read(text: &str, _: Kind) -> Option<Self> {
        text.to_ascii_lowercase().parse().ok()
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl Value for i32 {
    fn read(text: &str, kind: Kind) -> Option<Self> {
        let Kind::Spin { min, max } = kind else { return None };
        text.parse().ok().filter(|value| (min..=max).contains(value))
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl Value for String {
    fn read(text: &str, _: Kind) -> Option<Self> {
        // How the protocol writes a text of nothing.
        Some(if text == "<empty>" { Self::new() } else { text.to_owned() })
    }

    fn show(&self) -> String {
        if self.is_empty() { "<empty>".to_owned() } else { self.clone() }
    }
}

impl Kind {
    /// The values in words, for messages and documentation.
    #[must_use]
    pub fn values(self) -> String {
        match self {
            Self::Check => "true or false".to_owned(),
            Self::Spin { min, max } => format!("{min} to {max}"),
            Self::Choice(words) => words.join(", "),
            Self::Text => "text".to_owned(),
        }
    }
}

/// Makes an enum, of whichever crate, an option value: each variant with its word.
macro_rules! choice {
    ($type:ident { $($variant:ident = $word:literal),+ }) => {
        impl $crate::options::declare::Words for $type {
            const WORDS: &'static [&'static str] = &[$($word),+];
        }

        impl $crate::options::declare::Value for $type {
            fn read(text: &str, _: $crate::options::declare::Kind) -> Option<Self> {
                $(if text.eq_ignore_ascii_case($word) { return Some(Self::$variant); })+
                None
            }

            fn show(&self) -> String {
                match self { $(Self::$variant => $word.to_owned()),+ }
            }
        }
    };
}

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
}

macro_rules! value_kind {
    (Check($default:expr)) => {
        $crate::options::declare::Kind::Check
    };
    (Spin($default:expr, $min:expr, $max:expr)) => {
        $crate::options::declare::Kind::Spin { min: $min, max: $max }
    };
    (Choice($type:ident, $default:ident)) => {
        $crate::options::declare::Kind::Choice(<$type as $crate::options::declare::Words>::WORDS)
    };
    (Text($default:expr)) => {
        $crate::options::declare::Kind::Text
    };
}

/// Declares a group of options: `field: Kind(default, range), "UCI name", "idea", "one line";`
macro_rules! options {
    ($(#[$doc:meta])* $group:ident;
     $($field:ident: $kind:ident $spec:tt, $name:literal, $id:literal, $about:literal;)+) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $group {
            $(#[doc = $about] pub $field: $crate::options::declare::value_type!($kind $spec),)+
        }

        impl Default for $group {
            fn default() -> Self {
                Self { $($field: $crate::options::declare::value_default!($kind $spec),)+ }
            }
        }

        impl $crate::options::declare::Group for $group {
            const DECLARATIONS: &'static [$crate::options::Declaration] =
                &[$($crate::options::Declaration {
                    name: $name,
                    id: $id,
                    kind: $crate::options::declare::value_kind!($kind $spec),
                    about: $about,
                },)+];

            fn get(&self, name: &str) -> Option<String> {
                use $crate::options::declare::Value as _;
                $(if name.eq_ignore_ascii_case($name) { return Some(self.$field.show()); })+
                None
            }

            fn set(&mut self, name: &str, value: &str) -> Option<Result<(), String>> {
                use $crate::options::declare::Value as _;
                $(if name.eq_ignore_ascii_case($name) {
                    let kind = $crate::options::declare::value_kind!($kind $spec);
                    return Some(
                        <$crate::options::declare::value_type!($kind $spec)>::read(value, kind)
                            .map(|value| self.$field = value)
                            .ok_or_else(|| {
                                format!("option {} takes {}, not `{value}`", $name, kind.values())
                            }),
                    );
                })+
                None
            }
        }
    };
}

/// A group of options.
pub(super) trait Group {
    /// In the order of their declaration.
    const DECLARATIONS: &'static [Declaration];

    /// The value of an option as UCI writes it; `None` if it is not in this group.
    fn get(&self, name: &str) -> Option<String>;

    /// Sets an option; `None` if it is not in this group, one sentence if it does not take this
    /// value.
    fn set(&mut self, name: &str, value: &str) -> Option<Result<(), String>>;
}

pub(super) use {choice, options, value_default, value_kind, value_type};

impl super::Options {
    /// The declarations as a Markdown table.
    #[must_use]
    pub fn markdown() -> String {
        let defaults = Self::default();
        let mut text =
            "| option | idea | default | values | what it does |\n|---|---|---|---|---|\n"
                .to_owned();
        for Declaration { name, id, kind, about } in Self::declarations() {
            let default = defaults.get(name).unwrap_or_default();
            text += &format!("| `{name}` | {id} | {default} | {} | {about} |\n", kind.values());
        }
        text
    }
}
