//! What is known of an option: the declarations' data.

use super::Options;

/// What values an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
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
    /// No value: something is done when it is set.
    Button,
}

/// What an option is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionRole {
    /// For the user: memory, files, the protocol. No idea of playing strength.
    Setting,
    /// Turns an idea on and off, or chooses one of several ideas.
    Switch,
    /// A detail of ideas that have a switch.
    Parameter,
}

/// The part of the engine that reads an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Memory, threads, the clock, tables, UCI.
    Play,
    /// Terms of the evaluation and their weights.
    Evaluation,
    /// Pruning, reductions, extensions, the order of moves.
    Search,
}

/// The smallest limit of a game that shows what an option is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Nodes a move.
    Nodes(u32),
    /// Only a clock: it saves time, or shares it out.
    Clock,
}

/// One option, as declared.
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    /// The UCI option's name.
    pub name: &'static str,
    /// The ids of the ideas that it belongs to, with blanks between; `-` for none.
    pub id: &'static str,
    /// What values it takes.
    pub kind: OptionKind,
    /// One line on what it does.
    pub about: &'static str,
    /// What it is for.
    pub role: OptionRole,
    /// Who reads it.
    pub group: Group,
    /// An older spelling of the name, which is understood too.
    pub alias: Option<&'static str>,
    /// The smallest limit that shows what it is worth.
    pub limit: Limit,
    /// Whether each value is played against the one that is off, not against the default.
    pub is_against_off: bool,
    /// Whether only the laboratory's build has it.
    pub is_lab: bool,
    off: Option<&'static str>,
    on: Option<&'static str>,
    needs: Option<&'static str>,
    value_needs: &'static [(&'static str, &'static str)],
}

/// What a declaration says after its one line; each returns the declaration with it.
#[cfg_attr(not(feature = "lab"), allow(dead_code, reason = "said in the laboratory's lines alone"))]
impl Declaration {
    pub(super) const fn new(
        (role, group): (OptionRole, Group),
        name: &'static str,
        id: &'static str,
        kind: OptionKind,
        about: &'static str,
    ) -> Self {
        Self {
            name,
            id,
            kind,
            about,
            role,
            group,
            alias: None,
            limit: Limit::Nodes(1_000),
            is_against_off: false,
            is_lab: false,
            off: None,
            on: None,
            needs: None,
            value_needs: &[],
        }
    }

    /// The number that turns it off.
    pub(super) const fn off(self, value: &'static str) -> Self {
        Self { off: Some(value), ..self }
    }

    /// The number that turns it on, if the default is off.
    pub(super) const fn on(self, value: &'static str) -> Self {
        Self { on: Some(value), ..self }
    }

    /// The option that must be on, as `NAME`, or must have a value, as `NAME=VALUE`, for it to
    /// make a difference.
    pub(super) const fn needs(self, option: &'static str) -> Self {
        Self { needs: Some(option), ..self }
    }

    /// What some of its values need on to matter: pairs of value and need.
    pub(super) const fn value_needs(self, needs: &'static [(&'static str, &'static str)]) -> Self {
        Self { value_needs: needs, ..self }
    }

    /// How many nodes a move it takes to show what the option is worth; 1000 without this.
    pub(super) const fn nodes(self, nodes: u32) -> Self {
        Self { limit: Limit::Nodes(nodes), ..self }
    }

    /// Only a clock shows what it is worth.
    pub(super) const fn clock(self) -> Self {
        Self { limit: Limit::Clock, ..self }
    }

    /// Each value is played against the one that is off.
    pub(super) const fn against_off(self) -> Self {
        Self { is_against_off: true, ..self }
    }

    /// Only the laboratory's build has it.
    #[cfg(feature = "lab")]
    pub(super) const fn lab(self) -> Self {
        Self { is_lab: true, ..self }
    }

    /// An older spelling of the name.
    pub(super) const fn alias(self, name: &'static str) -> Self {
        Self { alias: Some(name), ..self }
    }
}

impl Declaration {
    /// The ids of the ideas that it belongs to; none if it is beyond the catalogue.
    pub fn ids(&self) -> impl Iterator<Item = &'static str> {
        self.id.split(' ').filter(|&id| id != "-")
    }

    /// Whether UCI or a command line means this option by `name`.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
            || self.alias.is_some_and(|alias| alias.eq_ignore_ascii_case(name))
    }

    /// The value by default, as UCI writes it.
    #[must_use]
    pub fn default(&self) -> String {
        Options::default().get(self.name).unwrap_or_default()
    }

    /// The value that turns it off; none if no value does.
    #[must_use]
    pub fn off_value(&self) -> Option<&'static str> {
        self.off.or(match self.kind {
            OptionKind::Check if self.role != OptionRole::Setting => Some("false"),
            OptionKind::Choice(words) => words.contains(&"off").then_some("off"),
            _ => None,
        })
    }

    /// A value that turns it on: the default, or one to try if the default is off; none if no
    /// value turns it off.
    #[must_use]
    pub fn on_value(&self) -> Option<String> {
        let off = self.off_value()?;
        let default = self.default();
        match (self.on, self.kind) {
            (Some(on), _) => Some(on.to_owned()),
            _ if default != off => Some(default),
            (None, OptionKind::Check) => Some("true".to_owned()),
            (None, OptionKind::Choice(words)) => {
                words.iter().find(|&&word| word != off).map(|&word| word.to_owned())
            }
            _ => None,
        }
    }

    /// What other options must be set to so that `value` of this one makes a difference, the
    /// nearest first; what they have by default is left out.
    #[must_use]
    pub fn needs_of(&self, value: &str) -> Vec<(&'static str, String)> {
        let mut found: Vec<(&'static str, String)> = Vec::new();
        let of_value =
            self.value_needs.iter().filter(|(of, _)| *of == value).map(|(_, need)| *need);
        let mut wanted: Vec<&'static str> = of_value.chain(self.needs).collect();
        while let Some(need) = wanted.pop() {
            let (name, value) = need.split_once('=').unwrap_or((need, ""));
            let Some(option) = Options::declaration(name) else {
                continue;
            };
            let value = if value.is_empty() { option.on_value() } else { Some(value.to_owned()) };
            wanted.extend(option.needs);
            if let Some(value) = value
                && value != option.default()
            {
                found.push((option.name, value));
            }
        }
        found
    }
}

impl OptionKind {
    /// The values in words, for messages and documentation.
    #[must_use]
    pub fn values(self) -> String {
        match self {
            Self::Check => "true or false".to_owned(),
            Self::Spin { min, max } => format!("{min} to {max}"),
            Self::Choice(words) => words.join(", "),
            Self::Text => "text".to_owned(),
            Self::Button => "no value".to_owned(),
        }
    }
}

impl Options {
    /// The declarations of this build as Markdown: a table of those in every build, then one of those
    /// that only the laboratory has.
    #[must_use]
    pub fn markdown() -> String {
        let table = |is_lab: bool| -> String {
            let options = Self::declarations().filter(|option| option.is_lab == is_lab);
            options.map(Declaration::markdown).collect()
        };
        let mut text =
            format!("# Options\n\nWhat a user interface shows.\n\n{MARKDOWN_HEAD}{}", table(false));
        let laboratory = table(true);
        if !laboratory.is_empty() {
            text += "\n## The laboratory\n\n\
                     With the cargo feature `lab` these can be set, too. Without it they are as by default.\n\n";
            text += MARKDOWN_HEAD;
            text += &laboratory;
        }
        text
    }
}

const MARKDOWN_HEAD: &str =
    "| option | idea | default | values | what it does |\n|---|---|---|---|---|\n";

impl Declaration {
    /// A row of the table.
    fn markdown(&self) -> String {
        let Self { name, id, kind, about, .. } = self;
        format!("| `{name}` | {id} | {} | {} | {about} |\n", self.default(), kind.values())
    }
}
