//! What the targets start from: our own fixtures and what hostile files are made of.

use std::io::Write;

use rules::Outcome;
use tables::{
    Cell, ImbalanceTable, KingSquare, KingSquaresTable, Material, MoveSums, OpeningEntry,
    OpeningMove, OpeningTable, OutcomeCounts, Phase, PriorCell, PriorCounts, PriorsTable,
    Provenance, PstTable, Table,
};

use super::common::{How, mine_text};

const TOY: &[u8] = include_bytes!("../../tests/fixtures/toy.pgn");

/// Games with what tests of hostile files are made of.
const HOSTILE: [&str; 15] = [
    "[Event \"a\"]\n\n1. e4 {\n[Event \"b { c\"]\n} e5 1-0\n",
    "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 { never closed 1-0\n\n[Event \"b\"]\n\n1. d4 0-1\n",
    "[Event \"a\"]\n\n1. e4 {\n[Event \"inside\"]\n} e5 (1... c5 {x} (1... d5)) 2. Nf3 $1 1-0\n",
    "1. e4 e5 1-0\n\n1. d4 d5 0-1\n1. c4 c5 1/2-1/2\n\n1. f4 f5 *\n",
    "\u{feff}[Event \"a\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 e5 2. Ke3 1-0\r\n",
    "[Event \"a\"]\n[FEN \"k7/8/8/3pP3/8/8/8/K2R2Q1 w - d6 0 1\"]\n\n1. exd6 e.p. Kb7 1-0\n",
    "1. e4 d5 2. e5 f5 3. exf6 e.p. Nxf6 4. d4 e6 5. Nf3 Be7 6. Bd3 O-O 7. O-O 1-0\n",
    "[Event \"the \"Kid\" v {\"]\n[Result \"1-0\"]\n; a line {\n% { [Event \"x\"]\n1. e2e4 0-1\n",
    "1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8=Q Qxa8 6. Rxa8+ 1-0\n",
    "1.e4 e5 2.Ng1f3 Nb8-c6 3.Bf1b5 a7a6 4.Bxc6 dxc6 5.0-0 ) ( } 1-0 1-0\0\0",
    "<html><body>404</body></html>",
    "[Event \"a\"] [Site \"b\"]\n\n[Event \"c\"]\n[Event \"d\"]\n\n",
    "((((((((((((((((((((((((((((((((",
    "[\n[[[[[Event \"\n\n]]]",
    "{}{}{};\n%\n1-0 0-1 * 1/2-1/2",
];

/// Starts where games are full of what is rare, as the judge's tests have them.
const STARTS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n1. e4 e5 2. Nf3 Nc6 1-0",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\n1. O-O-O O-O 0-1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1\n1... gxh1=Q 2. bxc8=N g1N 3. c1Q *",
    "k7/8/8/3pP3/8/8/8/K2R2Q1 w - d6 0 1\n1. exd6 e.p. Kb7 2. Qg2+ 1-0",
    "4k3/1q1q1q2/8/1q1q4/8/1N3N1N/3N1N2/4K3 w - - 0 1\n1. Nfe4 Qfd5 2. Nbd4 Q7d6 1-0",
    "8/PPP4k/8/R1R5/2R1R3/B7/1B1B1K2/8 w - - 0 1\n1. Rcc3 Kg6 2. a8=Q Kf6 3. Bb4 1-0",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n1. e4 { [%clk 0:03:00] } 1... e5 \
     { [%eval 0.3] [%clk 0:02:59] } 2. Nf3 $1 {} 2... Nc6?! { (0.3 \u{2192} 0.9) d6 } (2... d6 {x} (2... f6)) 1-0",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n1. d4 {d=31, sd=44, pd=Nf6, mt=9000, \
     tl=171000, s=84845, n=6793175, pv=d4 Nf6 c4 e6 Nf3 d5 Nc3 Be7, wv=0.12,}\nNf6 {d=30,}\n2. c4 e6 *",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n[Event \"a\"]\n\n1. e4 {\n[Event \"x\"]\n} \
     e5 { { } (2. f4 ; )\n exf4 $14) 2. Nf3 e8(Q) 1-0\n10. d4\n1. d4 { never closed\n[Event \"b\"]\n",
];

const RECIPES: [&str; 4] = [
    "inputs = [\"g.pgn\"]\n[filter]\nno-forfeits = true\nsince = \"2020.01\"\n[[table]]\n\
     kind = \"imbalance\"\nmin-elo = [2400, 2800]\nstable-plies = 2\nout = \".\"\n",
    "[[table]]\nkind = \"pst\"\nphase = [\"opening\", \"endgame\"]\nout = \".\"\n\
     [[table]]\nkind = \"opening\"\nmax-ply = 8\nmin-games = 3\nout = \"o.bin\"\ncsv = \"o.csv\"\n",
    "[filter]\nevent = \"(?i)tcec|ccc\"\nsample = \"1/10\"\ntime-class = \"blitz\"\nresult = \"1-0\"\n\
     max-elo-diff = 100\nplayer-elo = \"elo.csv\"\n[[table]]\nkind = \"imbalance\"\nout = \"t\"\n",
    "table = [{kind = \"imbalance\", out = \"t.bin\"}]\n",
];

const FILTERS: [&str; 6] = [
    "--since=2020\t--until=2024.05\t--time-class=blitz,rapid\t--no-forfeits\t--rated-only\n\n",
    "--event=(?i)casual\t--site=lichess\t--player=^Ann\t--sample=1/3\n\n",
    "--min-base=60\t--max-base=600\t--min-increment=1\t--max-increment=9\t--no-bots\n\n",
    "--max-elo=2600\t--max-elo-diff=200\t--assume-elo=2500\nAnn,2500\tBob,2400\n",
    "--result=1-0,1/2-1/2\t--min-plies=2\t--max-plies=9\t--include-setup\n\n",
    "--hold-out=2/5\t--no-duplicates\t--first=3\n\n",
];

const TAGGED: &str = "[Event \"Rated blitz game\"]\n[Site \"https://lichess.org/x\"]\n\
    [Date \"2024.12.??\"]\n[UTCDate \"2024.12.07\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\
    [Result \"1-0\"]\n[TimeControl \"180+2\"]\n[Termination \"Time forfeit\"]\n\
    [WhiteElo \"2500\"]\n[BlackElo \"2480\"]\n[BlackTitle \"BOT\"]\n[Variant \"Standard\"]\n\n\
    1. e4 e5 2. Nf3 1-0\n\n";

/// The seeds of each target, by its name.
#[must_use]
pub fn of(target: &str) -> Vec<Vec<u8>> {
    let hostile = HOSTILE.map(|text| text.as_bytes().to_vec());
    match target {
        "pgn" => [TOY.to_vec(), TAGGED.repeat(3).into_bytes()].into_iter().chain(hostile).collect(),
        "packed" => packed(),
        "judge" => STARTS.map(|text| text.as_bytes().to_vec()).into_iter().chain(hostile).collect(),
        "tables" => table_files(),
        "filters" => FILTERS
            .into_iter()
            .map(|options| [options.as_bytes(), TAGGED.as_bytes(), TOY].concat())
            .collect(),
        "recipe" => RECIPES.map(|text| text.as_bytes().to_vec()).to_vec(),
        _ => Vec::new(),
    }
}

/// The toy games as most packers have them.
fn packed() -> Vec<Vec<u8>> {
    let zst = zstd::encode_all(TOY, 3).expect("it packs");
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gz.write_all(TOY).expect("memory takes it");
    let mut bz2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bz2.write_all(TOY).expect("memory takes it");
    let mut xz = lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::with_preset(0))
        .expect("it starts");
    xz.write_all(TOY).expect("memory takes it");
    let mut lz4 = lz4_flex::frame::FrameEncoder::new(Vec::new());
    lz4.write_all(TOY).expect("memory takes it");
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let mut seven =
        sevenz_rust2::ArchiveWriter::new(std::io::Cursor::new(Vec::new())).expect("it starts");
    for name in ["a.pgn", "read.me", "b.pgn"] {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).expect("memory takes it");
        zip.write_all(TOY).expect("memory takes it");
        let entry = sevenz_rust2::ArchiveEntry::new_file(name);
        seven.push_archive_entry(entry, Some(TOY)).expect("memory takes it");
    }
    vec![
        zst,
        gz.finish().expect("memory takes it"),
        bz2.finish().expect("memory takes it"),
        xz.finish().expect("memory takes it"),
        lz4.finish().expect("memory takes it"),
        zip.finish().expect("memory takes it").into_inner(),
        seven.finish().expect("memory takes it").into_inner(),
    ]
}

/// Tables mined from the toy games, and small ones with large numbers.
fn table_files() -> Vec<Vec<u8>> {
    let mut files = mine_text(TOY, &How::default()).tables;
    let counts = OutcomeCounts { wins: u64::MAX / 2, draws: 1, losses: u64::MAX / 4 };
    let mut imbalance = ImbalanceTable::default();
    let start = Material::START.cell().expect("inside the caps");
    imbalance.add(start, Outcome::Draw, u64::MAX / 2);
    imbalance.add(Cell::all().last().expect("there are cells"), Outcome::WhiteWins, 1);
    files.push(imbalance.to_bytes());
    files.push(PstTable::new(Phase::All, Provenance::default()).to_bytes());
    let mut kings = KingSquaresTable::default();
    kings.add(KingSquare::all().last().expect("there are squares"), counts);
    files.push(kings.to_bytes());
    let mut priors = PriorsTable::default();
    let last = PriorCell::from_index(PriorCell::COUNT - 1).expect("there are cells");
    priors.add(last, PriorCounts { played: 1 << 39, expected: 1 << 55 });
    files.push(priors.to_bytes());
    let mv = OpeningMove::from_packed(796).expect("a move");
    let entries = vec![OpeningEntry { key: 1, mv, counts }, OpeningEntry { key: 2, mv, counts }];
    files.push(OpeningTable::new(entries.clone(), Provenance::default()).to_bytes());
    let mut sums = MoveSums::default();
    sums.add(Outcome::WhiteWins, Some([4_000, 1]), Some(-1_000));
    sums.add(Outcome::Draw, None, Some(3));
    let sums = vec![sums, MoveSums::default()];
    files.push(OpeningTable::with_sums(entries, sums, Provenance::default()).to_bytes());
    files
}
