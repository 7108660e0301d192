//! The macro that turns declarations into options.
//!
//! A line is `role field: Kind(default, range), "UCI name", "ideas", "one line", what else;`. Roles
//! are `setting`, `switch` and `parameter`; what else there is to say are calls of
//! [`Declaration`]'s methods: `off("0")`, `needs("NMP")`, `clock()`.
//!
//! A group has two blocks:
//!
//! - `product`: options that every build has. Each is a field, and UCI can set it.
//! - `lab`: options that only a build with the cargo feature `lab` can set; there they are fields, too. In other
//!   builds each is a constant, its default, so that the compiler leaves out what is off.
//!
//! Both are read by a method of the field's name.

use super::{Declaration, Group};

macro_rules! declaration {
    ($role:ident $group:expr; $kind:ident $spec:tt, $name:literal, $id:literal, $about:literal
     $(, $more:ident $argument:tt)*) => {
        $crate::options::Declaration::new(
            ($crate::options::declare::role!($role), $group),
            $name,
            $id,
            $crate::options::value::value_kind!($kind $spec),
            $about,
        )
        $(.$more $argument)*
    };
}

macro_rules! role {
    (setting) => {
        $crate::options::OptionRole::Setting
    };
    (switch) => {
        $crate::options::OptionRole::Switch
    };
    (parameter) => {
        $crate::options::OptionRole::Parameter
    };
}

/// The method that reads a field.
macro_rules! reader {
    ($field:ident: Text $spec:tt, $about:literal) => {
        #[doc = $about]
        #[inline(always)]
        #[must_use]
        pub fn $field(&self) -> &str {
            &self.$field
        }
    };
    ($field:ident: $kind:ident $spec:tt, $about:literal) => {
        #[doc = $about]
        #[inline(always)]
        #[must_use]
pub const fn $field(&self) -> $crate::options::value::value_type!($kind $spec) {
            self.$field
        }
    };
}

/// Declares a group of options: its type, the lines of `product`, which every build has, and those of `lab`, which
/// are fields only with the feature `lab`, as here.
#[cfg(feature = "lab")]
macro_rules! options {
    ($(#[$doc:meta])* $type:ident, $group:expr;
     product { $($product:tt)* }
     lab { $($role:ident $field:ident: $kind:ident $spec:tt,
        $name:literal, $id:literal, $about:literal $(, $more:ident $argument:tt)*;)* }
    ) => {
        $crate::options::declare::group! {
            $(#[$doc])* $type, $group;
            { $($product)*
              $($role $field: $kind $spec, $name, $id, $about $(, $more $argument)*, lab();)* }
            {}
        }
    };
}

/// Declares a group of options: its type, the lines of `product`, and constants for those of `lab`.
#[cfg(not(feature = "lab"))]
macro_rules! options {
    ($(#[$doc:meta])* $type:ident, $group:expr;
     product { $($product:tt)* }
     lab { $($role:ident $field:ident: $kind:ident $spec:tt,
        $name:literal, $id:literal, $about:literal $(, $more:ident $argument:tt)*;)* }
    ) => {
        $crate::options::declare::group! {
            $(#[$doc])* $type, $group; { $($product)* } { $($name),* }
        }

        impl $type {
            $(#[doc = $about]
              #[inline(always)]
              #[must_use]
              pub const fn $field(&self) -> $crate::options::value::value_type!($kind $spec) {
                  $crate::options::value::value_default!($kind $spec)
              })*
        }
    };
}

/// The type of a group: a field for each line, its reader, and the way by the option's name. After
/// the lines, the names of options that this build has no field for.
macro_rules! group {
    ($(#[$doc:meta])* $type:ident, $group:expr;
     { $($role:ident $field:ident: $kind:ident $spec:tt,
        $name:literal, $id:literal, $about:literal $(, $more:ident $argument:tt)*;)* }
     { $($fixed:literal),* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $type {
            $(#[doc = $about] pub $field: $crate::options::value::value_type!($kind $spec),)*
        }

        impl Default for $type {
            fn default() -> Self {
                Self { $($field: $crate::options::value::value_default!($kind $spec),)* }
            }
        }

        impl $type {
            $($crate::options::declare::reader!($field: $kind $spec, $about);)*
        }

        impl $crate::options::declare::Settable for $type {
            const GROUP: $crate::options::Group = $group;
            const DECLARATIONS: &'static [$crate::options::Declaration] = &[
                $($crate::options::declare::declaration!(
                    $role Self::GROUP; $kind $spec, $name, $id, $about $(, $more $argument)*
                ),)*
            ];
            const FIXED: &'static [&'static str] = &[$($fixed),*];

            fn get(&self, name: &str) -> Option<String> {
                $(if name == $name {
                    return Some($crate::options::value::Value::show(&self.$field));
                })*
                let _ = name;
                None
            }

            fn set(&mut self, declared: &$crate::options::Declaration, value: &str) -> Option<()> {
                $(if declared.name == $name {
                    return $crate::options::value::Value::read(value, declared.kind)
                        .map(|value| self.$field = value);
                })*
                let _ = (declared, value);
                None
            }
        }
    };
}

/// A group of options.
pub(super) trait Settable {
    const GROUP: Group;
    /// In the order of their declaration.
    const DECLARATIONS: &'static [Declaration];
    /// The names of its options that this build cannot set.
    const FIXED: &'static [&'static str];

    /// The value of an option as UCI writes it; `None` if it is not in this group.
    fn get(&self, name: &str) -> Option<String>;

    /// Sets an option; `None` if it is not in this group, or does not take this value.
    fn set(&mut self, declared: &Declaration, value: &str) -> Option<()>;
}

pub(super) use {declaration, group, options, reader, role};
