//! A run that uses no game leaves the old table, says which filter took the games, and fails.

use crate::bench::{Bench, toy};

#[test]
fn a_table_without_games_replaces_none() {
    let bench = Bench::with_toy_tables();
    std::fs::copy(toy(), bench.path("g.pgn")).unwrap();
    bench.write("nothing", "\n");
    bench.write("binary", [0, 159, 146, 150].repeat(5000));
    bench.write(
        "r.toml",
        "[filter]\nplayer = \"Nobdy\"\n[[table]]\nkind = \"imbalance\"\nout = \"i.bin\"\n",
    );
    let names = ["i.bin", "p.bin", "o.bin"];
    let old = names.map(|name| bench.bytes(name));
    for (command, says) in [
        (
            "imbalance g.pgn --out i.bin --player Nobdy",
            "`player` rejected the most, 5: other players",
        ),
        ("pst g.pgn --phase all --out p.bin --since 2030", "`date` rejected the most, 5"),
        ("opening binary --out o.bin", "`result` rejected the most, 1"),
        ("opening nothing --out o.bin", "no game was found in the inputs"),
        ("imbalance g.pgn --min-elo 0,4000 --out tiers", "for --min-elo 4000; "),
        ("recipe r.toml g.pgn", "`player` rejected the most, 5"),
        ("games g.pgn --out i.bin --format pgn --player Nobdy", "`player` rejected the most, 5"),
        ("positions g.pgn --out i.bin --player Nobdy", "`player` rejected the most, 5"),
        (
            "imbalance g.pgn --out i.bin --label eval",
            "nothing in their comments counts for imbalance table",
        ),
        ("wdl g.pgn --out i.bin", "nothing in their comments counts for"),
        ("positions g.pgn --out i.bin --min-ply 200", "no game has a wanted position"),
    ] {
        let sentence = bench.fails(&command.split(' ').collect::<Vec<_>>());
        assert!(sentence.contains(says), "{command}: {sentence}");
        assert!(sentence.contains("--allow-empty"), "{command}: {sentence}");
        assert!(names.map(|name| bench.bytes(name)) == old, "{command}: a table was replaced");
    }
    let empty = ["imbalance", "g.pgn", "--out", "e.bin", "--player", "Nobdy", "--allow-empty"];
    assert_eq!(bench.json(&empty)["games_used"], 0);
    let sum = bench.fails(&["merge", "e.bin", "--out", "i.bin"]);
    assert!(sum.contains("--allow-empty"), "{sum}");
    bench.ok(&["merge", "e.bin", "--out", "i.bin", "--allow-empty"]);
    bench.ok(&["recipe", "r.toml", "g.pgn", "--allow-empty"]);
    // A shard may hold no game: others do.
    bench.ok(&["imbalance", "g.pgn", "--out", "s.bin", "--shard", "999/1000"]);
}

#[test]
fn filters_that_no_game_can_pass_are_refused() {
    let bench = Bench::with_toy_tables();
    std::fs::copy(toy(), bench.path("g.pgn")).unwrap();
    for (filters, says) in [
        ("--min-elo 3000 --max-elo 2000", "--min-elo 3000 is above --max-elo 2000"),
        ("--min-elo 0,2100 --max-elo 2000", "--min-elo 2100 is above --max-elo 2000"),
        ("--time-class bullet --min-base 600", "is bullet"),
        ("--time-class blitz,rapid --min-increment 60", "is blitz,rapid"),
        ("--time-class classical --max-base 60 --max-increment 5", "is classical"),
    ] {
        // A file of its own: several minimum Elos make a folder.
        let out: String = filters.chars().filter(char::is_ascii_alphanumeric).collect();
        let command = format!("imbalance g.pgn --out {out} {filters}");
        let sentence = bench.fails(&command.split(' ').collect::<Vec<_>>());
        assert!(sentence.contains(says), "{filters}: {sentence}");
    }
    bench.ok(&["check", "g.pgn", "--time-class", "correspondence", "--max-base", "86400"]);
}
