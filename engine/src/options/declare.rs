//! The macro that turns declarations into options.
//!
//! A line is `role field: Kind(default, range), "UCI name", "ideas", "one line", what else;`. Roles
//! are `setting`, `switch` and `parameter`; what else there is to say are calls of
//! [`Declaration`]'s methods: `off("0")`, `needs("NMP")`, `measured(Limit::Clock)`.
//!
//! A group has two blocks. What stands under `product` is a field in every build. What stands under
//! `lab` is a field only with the cargo feature `lab`; without it the default is a constant, so that
//! the compiler leaves out what is off. Both are read by a method of the field's name.

use super::Declaration;

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
        $crate::options::Role::Setting
    };
    (switch) => {
        $crate::options::Role::Switch
    };
    (parameter) => {
        $crate::options::Role::Parameter
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

/// Declares a group of options: its type, and the lines of each block.
macro_rules! options {
    ($(#[$doc:meta])* $type:ident, $group:expr;
     product { $($role:ident $field:ident: $kind:ident $spec:tt,
        $name:literal, $id:literal, $about:literal $(, $more:ident $argument:tt)*;)* }
     lab { $($lab_role:ident $lab_field:ident: $lab_kind:ident $lab_spec:tt,
        $lab_name:literal, $lab_id:literal, $lab_about:literal
        $(, $lab_more:ident $lab_argument:tt)*;)* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $type {
            $(#[doc = $about] pub $field: $crate::options::value::value_type!($kind $spec),)*
            $(#[doc = $lab_about]
              pub $lab_field: $crate::options::value::value_type!($lab_kind $lab_spec),)*
        }

        impl Default for $type {
            fn default() -> Self {
                Self {
                    $($field: $crate::options::value::value_default!($kind $spec),)*
                    $($lab_field: $crate::options::value::value_default!($lab_kind $lab_spec),)*
                }
            }
        }

        impl $type {
            $($crate::options::declare::reader!($field: $kind $spec, $about);)*
            $($crate::options::declare::reader!($lab_field: $lab_kind $lab_spec, $lab_about);)*
        }

        impl $crate::options::declare::Settable for $type {
            const DECLARATIONS: &'static [$crate::options::Declaration] = &[
                $($crate::options::declare::declaration!(
                    $role $group; $kind $spec, $name, $id, $about $(, $more $argument)*
                ),)*
                $($crate::options::declare::declaration!(
                    $lab_role $group; $lab_kind $lab_spec, $lab_name, $lab_id, $lab_about
                    $(, $lab_more $lab_argument)*
                ),)*
            ];

            fn get(&self, name: &str) -> Option<String> {
                use $crate::options::value::Value as _;
                $(if name == $name { return Some(self.$field.show()); })*
                $(if name == $lab_name { return Some(self.$lab_field.show()); })*
                None
            }

            fn set(&mut self, declared: &$crate::options::Declaration, value: &str) -> Option<()> {
                let (name, kind) = (declared.name, declared.kind);
                $(if name == $name {
                    return $crate::options::value::Value::read(value, kind)
                        .map(|value| self.$field = value);
                })*
                $(if name == $lab_name {
                    return $crate::options::value::Value::read(value, kind)
                        .map(|value| self.$lab_field = value);
                })*
                None
            }
        }
    };
}

/// A group of options.
pub(super) trait Settable {
    /// In the order of their declaration.
    const DECLARATIONS: &'static [Declaration];

    /// The value of an option as UCI writes it; `None` if it is not in this group.
    fn get(&self, name: &str) -> Option<String>;

    /// Sets an option; `None` if it is not in this group, or does not take this value.
    fn set(&mut self, declared: &Declaration, value: &str) -> Option<()>;
}

pub(super) use {declaration, options, reader, role};
