//! Rook and pawn against rook, and what is left when a rook or the pawn is taken.

use rules::Squares;

use super::{
    kpk::Kpk,
    squares::{between, bit, each, has, king, near, pawn, rook, rooks_to},
};

/// The squares of the pawn: files a to d, ranks 2 to 7.
pub fn pawns() -> impl Iterator<Item = usize> {
    (1..7).flat_map(|rank| (0..4).map(move |file| 8 * rank + file))
}

/// Sets of Black's rook, by White's king, Black's king, White's rook.
#[derive(Clone, Debug)]
struct Sets(Vec<Squares>);

impl Sets {
    fn new() -> Self {
        Self(vec![0; 64 * 64 * 64])
    }

    fn get(&self, white: usize, black: usize, rook: usize) -> Squares {
        self.0[(white * 64 + black) * 64 + rook]
    }

    /// Adds to a set. Returns whether there was something new.
    fn add(&mut self, white: usize, black: usize, rook: usize, set: Squares) -> bool {
        let known = &mut self.0[(white * 64 + black) * 64 + rook];
        let new = set & !*known != 0;
        *known |= set;
        new
    }
}

/// What White wins with Black's rook on the board.
#[derive(Clone, Debug)]
struct Wins {
    /// White to move.
    won: Sets,
    /// Black to move.
    lost: Sets,
}

/// The men of White beside its king. Without a rook its square is that of the pawn.
#[derive(Clone, Copy, Debug)]
struct Men<'a> {
    pawn: Option<usize>,
    has_rook: bool,
    kpk: Option<&'a Kpk>,
    /// What is won once Black has taken the pawn; nothing without a rook.
    without_pawn: Option<&'a Wins>,
    /// What is won once Black has taken White's rook; nothing without a pawn.
    without_rook: Option<&'a Wins>,
    /// What comes of the pawn's advance by one and by two.
    further: [Option<&'a Wins>; 2],
}

impl Wins {
    fn of(men: Men<'_>) -> Self {
        let mut wins = Self { won: Sets::new(), lost: Sets::new() };
        loop {
            let mut changed = false;
            for (white, black) in (0..64).flat_map(|w| (0..64).map(move |b| (w, b))) {
                let rooks = if men.has_rook { 0..64 } else { men.rookless() };
                for rook in rooks {
                    let pawn = men.pawn.unwrap_or(rook);
                    let taken = men.has_rook && men.pawn == Some(rook);
                    if taken
                        || white == black
                        || [rook, pawn].iter().any(|&m| m == white || m == black)
                    {
                        continue;
                    }
                    let lost = wins.losses(men, white, black, rook);
                    changed |= wins.lost.add(white, black, rook, lost);
                    let won = wins.victories(men, white, black, rook);
                    changed |= wins.won.add(white, black, rook, won);
                }
            }
            if !changed {
                return wins;
            }
        }
    }

    /// What Black, to move, loses.
    fn losses(&self, men: Men<'_>, white: usize, black: usize, own: usize) -> Squares {
        let at = men.pawn.unwrap_or(own);
        let occupied = bit(white) | bit(black) | bit(own) | bit(at);
        if near(white, black) {
            return 0;
        }
        // White's king is not left in check.
        let mut set = !occupied & !rook(white, occupied) & !self.lost.get(white, black, own);
        for to in each(king(black)) {
            if set == 0 {
                return 0;
            }
            if near(to, white) || men.pawn.is_some_and(|at| has(pawn(at), to)) {
                continue;
            }
            set &= if men.pawn == Some(to) {
                men.without_pawn.map_or(0, |wins| wins.won.get(white, to, own))
            } else if men.has_rook && to == own {
                men.without_rook.map_or(0, |wins| wins.won.get(white, to, at))
            } else {
                self.won.get(white, to, own) | bit(to)
            };
        }
        let mut holds = rooks_to(!self.won.get(white, black, own) & !occupied, !occupied);
        if men.has_rook {
            let won = men.without_rook.map_or(0, |wins| wins.won.get(white, black, at));
            if !has(won, own) {
                holds |= rook(own, occupied);
            }
        }
        if men.pawn.is_some() {
            let won = men.without_pawn.map_or(0, |wins| wins.won.get(white, black, own));
            if !has(won, at) {
                holds |= rook(at, occupied);
            }
        }
        set & !holds
    }

    /// What White, to move, wins.
    fn victories(&self, men: Men<'_>, white: usize, black: usize, own: usize) -> Squares {
        let at = men.pawn.unwrap_or(own);
        let occupied = bit(white) | bit(black) | bit(own) | bit(at);
        if near(white, black) || men.pawn.is_some_and(|at| has(pawn(at), black)) {
            return !occupied;
        }
        let mut set = 0;
        for to in each(king(white) & !occupied) {
            set |= self.lost.get(to, black, own);
            set |= Squares::from(men.beats_king(to, black, own)) << to;
        }
        if men.has_rook {
            if has(rook(own, occupied), black) {
                set |= !between(own, black);
            }
            for to in each(rook(own, occupied) & !occupied) {
                set |= self.lost.get(white, black, to) & !between(own, to);
                set |= Squares::from(men.beats_king(white, black, to)) << to;
            }
        }
        if let Some(at) = men.pawn {
            set |= pawn(at) & !occupied;
            set |= men.advances(white, black, own, at);
        }
        set & !occupied
    }
}

impl Men<'_> {
    fn rookless(self) -> std::ops::Range<usize> {
        self.pawn.map_or(0..0, |at| at..at + 1)
    }

    /// Whether White wins when Black's rook has been taken, Black to move.
    fn beats_king(self, white: usize, black: usize, own: usize) -> bool {
        if near(white, black) {
            return false;
        }
        if !self.has_rook {
            return self.kpk.is_some_and(|kpk| has(kpk.lost[white], black));
        }
        let is_held = near(white, own) || self.pawn.is_some_and(|at| has(pawn(at), own));
        let is_taken = has(king(black), own) && !is_held;
        !is_taken || self.kpk.is_some_and(|kpk| has(kpk.won[white], own))
    }

    /// What the pawn's moves win.
    fn advances(self, white: usize, black: usize, own: usize, at: usize) -> Squares {
        let goal = at + 8;
        let is_free =
            |square| white != square && black != square && !(self.has_rook && own == square);
        if !is_free(goal) {
            return 0;
        }
        // Where there is no rook, its place is the pawn's.
        let place = |goal| if self.has_rook { own } else { goal };
        let [one, two] = self.further;
        let Some(one) = one else { return self.promotion(white, black, own, goal) };
        let mut set = one.lost.get(white, black, place(goal));
        if let Some(two) = two.filter(|_| is_free(at + 16)) {
            set |= two.lost.get(white, black, place(at + 16)) & !bit(goal);
        }
        set
    }

    /// A new queen wins, unless it is taken at once and what is left is not won.
    fn promotion(self, white: usize, black: usize, own: usize, goal: usize) -> Squares {
        let rooks = |black| match self.without_pawn {
            Some(wins) => wins.won.get(white, black, own),
            None => 0,
        };
        let occupied = bit(white) | bit(black) | if self.has_rook { bit(own) } else { 0 };
        let mut saved = rook(white, occupied | bit(goal)) | bit(goal);
        if has(king(black), goal) && !near(white, goal) {
            saved |= !rooks(goal);
        }
        // Two bare kings count as won, which is on the safe side.
        let is_taken_back = near(white, goal) && !self.has_rook;
        if !has(rooks(black), goal) && !is_taken_back {
            saved |= rook(goal, occupied);
        }
        !saved
    }
}

/// What is known of rook and pawn against rook, the pawn on one square.
#[derive(Clone, Debug)]
pub struct Known {
    pawn: usize,
    wins: Wins,
    /// White, to move, may lose.
    endangered: Sets,
}

/// All squares of the pawn, in the order of [`pawns`]. It takes half a minute and 150 MB.
#[must_use]
pub fn solve() -> Vec<Known> {
    let none = Men {
        pawn: None,
        has_rook: true,
        kpk: None,
        without_pawn: None,
        without_rook: None,
        further: [None; 2],
    };
    let without_pawn = Wins::of(none);
    let mut kpk: Vec<Option<Kpk>> = vec![None; 64];
    let mut lone: Vec<Option<Wins>> = vec![None; 64];
    let mut all: Vec<Option<Wins>> = vec![None; 64];
    let squares: Vec<usize> = pawns().collect();
    for &at in squares.iter().rev() {
        let goals = [at + 8, if at < 16 { at + 16 } else { 64 }];
        let king = Kpk::new(at, goals.map(|goal| kpk.get(goal)?.as_ref()));
        let bare = Men { pawn: Some(at), has_rook: false, kpk: Some(&king), ..none };
        let alone = Wins::of(Men { further: goals.map(|goal| lone.get(goal)?.as_ref()), ..bare });
        let wins = Wins::of(Men {
            has_rook: true,
            without_pawn: Some(&without_pawn),
            without_rook: Some(&alone),
            further: goals.map(|goal| all.get(goal)?.as_ref()),
            ..bare
        });
        kpk[at] = Some(king);
        lone[at] = Some(alone);
        all[at] = Some(wins);
    }
    let known = |at: usize| {
        let wins = all[at].take()?;
        Some(Known { pawn: at, endangered: endangered(at, &without_pawn), wins })
    };
    squares.into_iter().filter_map(known).collect()
}

/// What White, to move, may lose: it is mated, or its rook is lost, whatever it does.
fn endangered(at: usize, without_pawn: &Wins) -> Sets {
    let mut lost = Sets::new();
    let mut won = Sets::new();
    loop {
        let mut changed = false;
        for index in 0..64 * 64 * 64 {
            let (white, black, own) = (index / 4096, index / 64 % 64, index % 64);
            let men = bit(white) | bit(black) | bit(own) | bit(at);
            if men.count_ones() < 4 || near(white, black) {
                continue;
            }
            // Black to move.
            let mut set = rook(white, men);
            let is_held = near(white, own) || has(pawn(at), own);
            if has(king(black), own) && !is_held {
                set |= !0;
            }
            if !near(white, own) && !has(pawn(at), own) {
                set |= rook(own, men);
            }
            for to in each(king(black) & !bit(own)) {
                if near(to, white) || has(pawn(at), to) {
                    continue;
                }
                set |= if to == at {
                    swapped(without_pawn, white, to, own)
                } else {
                    lost.get(white, to, own)
                };
            }
            set |= rooks_to(lost.get(white, black, own) & !men, !men);
            if has(swapped(without_pawn, white, black, own), at) {
                set |= rook(at, men);
            }
            changed |= won.add(white, black, own, set & !men);
            // White to move. Promotions save nothing, to be sure.
            let checked = has(rook(own, men), black);
            let mut set = !men & !lost.get(white, black, own);
            if checked {
                set &= between(own, black);
            }
            if has(pawn(at), black) {
                set = 0;
            }
            for to in each(king(white) & !men) {
                if !near(to, black) {
                    set &= won.get(to, black, own) & !bit(to);
                }
            }
            for to in each(rook(own, men) & !men) {
                set &= (won.get(white, black, to) | between(own, to)) & !bit(to);
            }
            set &= !pawn(at);
            changed |= lost.add(white, black, own, set);
        }
        if !changed {
            return lost;
        }
    }
}

/// What White, to move, loses with a rook each: the mirror image of what Black loses.
fn swapped(wins: &Wins, white: usize, black: usize, own: usize) -> Squares {
    if near(white, black) {
        return 0;
    }
    (0..64).fold(0, |set, other| {
        set | Squares::from(has(wins.lost.get(black, white, other), own)) << other
    })
}

impl Known {
    /// The pawn's square.
    #[must_use]
    pub const fn pawn(&self) -> usize {
        self.pawn
    }

    /// The squares of Black's rook with which the position is legal, White to move.
    #[must_use]
    pub fn legal(&self, white: usize, black: usize, own: usize) -> Squares {
        let men = bit(white) | bit(black) | bit(own) | bit(self.pawn);
        if men.count_ones() < 4 || near(white, black) || has(pawn(self.pawn), black) {
            return 0;
        }
        let checked = has(rook(own, men), black);
        !men & if checked { between(own, black) } else { !0 }
    }

    /// Those of them that White wins, or may win.
    #[must_use]
    pub fn won(&self, white: usize, black: usize, own: usize) -> Squares {
        self.legal(white, black, own) & self.wins.won.get(white, black, own)
    }

    /// Those of them that are drawn for certain.
    #[must_use]
    pub fn drawn(&self, white: usize, black: usize, own: usize) -> Squares {
        let open = self.won(white, black, own) | self.endangered.get(white, black, own);
        self.legal(white, black, own) & !open
    }

    /// Those of them that White may win or lose.
    #[must_use]
    pub fn open(&self, white: usize, black: usize, own: usize) -> Squares {
        self.legal(white, black, own) & !self.drawn(white, black, own)
    }

    /// Those of them with which White can take Black's rook, if perhaps at a price, or could if its own
    /// king or pawn made way; all, if they could give check like that.
    #[must_use]
    pub fn hangs(&self, white: usize, black: usize, own: usize) -> Squares {
        let men = bit(white) | bit(black) | bit(own) | bit(self.pawn);
        let screens = rook(own, men) & (bit(white) | bit(self.pawn));
        let through = rook(own, men & !screens);
        if has(through, black) { !0 } else { through | king(white) | pawn(self.pawn) }
    }
}
