//! How games ended that were not decided over the board.

/// What `Termination` tags say, in lower case, of games whose result says nothing about the
/// position: PGN's own words, lichess's, and those of engine match runners.
const NOT_OVER_THE_BOARD: [&str; 13] = [
    "abandoned",
    "crash",
    "death",
    "disconnect",
    "emergency",
    "forfeit",
    "illegal",
    "infraction",
    "no start",
    "on time",
    "stall",
    "timeout",
    "unterminated",
];

/// What stands behind the winner's name where chess.com names it: `CrashBandit won by resignation`.
const BEHIND_NAME: &str = " won ";

/// Whether a `Termination` tag tells of a time forfeit, an abandoned game, a rules infraction, a
/// crash or the like.
#[must_use]
pub fn is_forfeit(tag: &[u8]) -> bool {
    let words = String::from_utf8_lossy(tag).to_ascii_lowercase();
    let how = words.rsplit_once(BEHIND_NAME).map_or(&words[..], |(_, how)| how);
    NOT_OVER_THE_BOARD.iter().any(|word| how.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_all_sources() {
        for forfeit in [
            "Time forfeit",
            "time forfeit",
            "abandoned",
            "Rules infraction",
            "Unterminated",
            "stalled connection",
            "White loses on time",
            "illegal move",
            "Ann won on time",
            "CrashBandit won - game abandoned",
        ] {
            assert!(is_forfeit(forfeit.as_bytes()), "{forfeit}");
        }
        for sound in ["Normal", "adjudication", "normal", "", "3-fold repetition", "TB position"] {
            assert!(!is_forfeit(sound.as_bytes()), "{sound}");
        }
    }

    #[test]
    fn names_are_no_words() {
        for sound in [
            "CrashBandit won by resignation",
            "timeout_king won by checkmate",
            "On Time won Won won by resignation",
        ] {
            assert!(!is_forfeit(sound.as_bytes()), "{sound}");
        }
    }
}
