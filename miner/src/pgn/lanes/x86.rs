//! AVX-512 or AVX2 where the processor has it, else SSE2, which every x86-64 has.

use std::arch::x86_64::*;

use super::{CommentLanes, LANES, MovetextLanes, TagLanes, VariationLanes};

/// Defines one way of looking at 64 bytes, by vectors of so many bytes.
macro_rules! way {
    (
        $name:ident, $feature:literal, $width:literal, $load:ident, $splat:ident, $add:ident,
        $min:ident, $equal:ident, $greater:ident, $mask:ident, $marks:ident, $specials:ident
    ) => {
        pub(super) mod $name {
            use super::*;

            #[inline]
            #[target_feature(enable = $feature)]
            pub(in super::super) fn movetext(bytes: &[u8; LANES]) -> MovetextLanes {
                let (mut blank, mut digit, mut dot, mut special) = (0, 0, 0, 0);
                let mut mark = 0;
                for (i, chunk) in bytes.as_chunks::<$width>().0.iter().enumerate() {
                    let splat = |byte: u8| $splat(byte.cast_signed());
                    let at = |lanes| u64::from($mask(lanes).cast_unsigned()) << ($width * i);
                    // SAFETY: `chunk` has the vector's length; no alignment is asked for.
                    let text = unsafe { $load(chunk.as_ptr().cast()) };
                    blank |= at($equal($min(text, splat(b' ')), text));
                    // Moves `0` to the smallest number: one comparison bounds the digits.
                    let moved = $add(text, splat(0x50));
                    digit |= at($greater(splat(0x80 + 10), moved));
                    dot |= at($equal(text, splat(b'.')));
                    mark |= at($marks(text));
                    special |= at($specials(text));
                }
                MovetextLanes { blank, digit, dot, mark, special }
            }

            #[inline]
            #[target_feature(enable = $feature)]
            pub(in super::super) fn variation(bytes: &[u8; LANES]) -> VariationLanes {
                let (mut open, mut close, mut dollar) = (0, 0, 0);
                for (i, chunk) in bytes.as_chunks::<$width>().0.iter().enumerate() {
                    let at = |lanes| u64::from($mask(lanes).cast_unsigned()) << ($width * i);
                    // SAFETY: `chunk` has the vector's length; no alignment is asked for.
                    let text = unsafe { $load(chunk.as_ptr().cast()) };
                    open |= at($equal(text, $splat(b'('.cast_signed())));
                    close |= at($equal(text, $splat(b')'.cast_signed())));
                    dollar |= at($equal(text, $splat(b'$'.cast_signed())));
                }
                VariationLanes { open, close, dollar }
            }

            #[inline]
            #[target_feature(enable = $feature)]
            pub(in super::super) fn comment(bytes: &[u8; LANES]) -> CommentLanes {
                let (mut line_end, mut open, mut close, mut semicolon) = (0, 0, 0, 0);
                for (i, chunk) in bytes.as_chunks::<$width>().0.iter().enumerate() {
                    let splat = |byte: u8| $splat(byte.cast_signed());
                    let at = |lanes| u64::from($mask(lanes).cast_unsigned()) << ($width * i);
                    // SAFETY: `chunk` has the vector's length; no alignment is asked for.
                    let text = unsafe { $load(chunk.as_ptr().cast()) };
                    line_end |= at($equal($min(text, splat(b'\r')), text));
                    open |= at($equal(text, splat(b'{')));
                    close |= at($equal(text, splat(b'}')));
                    semicolon |= at($equal(text, splat(b';')));
                }
                CommentLanes { line_end, open, close, semicolon }
            }

            #[inline]
            #[target_feature(enable = $feature)]
            pub(in super::super) fn tag(bytes: &[u8; LANES]) -> TagLanes {
                let (mut line_end, mut close) = (0, 0);
                for (i, chunk) in bytes.as_chunks::<$width>().0.iter().enumerate() {
                    let at = |lanes| u64::from($mask(lanes).cast_unsigned()) << ($width * i);
                    // SAFETY: `chunk` has the vector's length; no alignment is asked for.
                    let text = unsafe { $load(chunk.as_ptr().cast()) };
                    line_end |= at($equal(text, $splat(b'\n'.cast_signed())));
                    close |= at($equal(text, $splat(b']'.cast_signed())));
                }
                TagLanes { line_end, close }
            }
        }
    };
}

/// Marks by their lower four bits, which differ. Elsewhere stands what no ASCII is.
const MARKS: [u8; 16] = by_lower_bits(b"!#+?");
/// The same of `$%&'();`.
const SPECIALS: [u8; 16] = by_lower_bits(b"$%&'();");

const fn by_lower_bits(mut bytes: &[u8]) -> [u8; 16] {
    let mut table = [0x80; 16];
    while let [byte, rest @ ..] = bytes {
        assert!(table[*byte as usize % 16] == 0x80, "lower bits must differ");
        table[*byte as usize % 16] = *byte;
        bytes = rest;
    }
    table
}

/// Which bytes a table holds: each is looked up by its lower bits, what is no ASCII gives zero.
#[inline]
#[target_feature(enable = "avx2")]
fn held_by(table: &[u8; 16], text: __m256i) -> __m256i {
    // SAFETY: the table has the vector's length; no alignment is asked for.
    let table = unsafe { _mm_loadu_si128(table.as_ptr().cast()) };
    _mm256_cmpeq_epi8(_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), text), text)
}

#[inline]
#[target_feature(enable = "avx2")]
fn marks_avx2(text: __m256i) -> __m256i {
    held_by(&MARKS, text)
}

#[inline]
#[target_feature(enable = "avx2")]
fn specials_avx2(text: __m256i) -> __m256i {
    // From `{` on: as signed numbers above `z`, or negative.
    let high = _mm256_or_si256(_mm256_cmpgt_epi8(text, _mm256_set1_epi8(b'z'.cast_signed())), text);
    _mm256_or_si256(held_by(&SPECIALS, text), high)
}

#[inline]
#[target_feature(enable = "sse2")]
fn marks_sse2(text: __m128i) -> __m128i {
    let equal = |byte: u8| _mm_cmpeq_epi8(text, _mm_set1_epi8(byte.cast_signed()));
    let exclaimed = _mm_or_si128(equal(b'!'), equal(b'?'));
    _mm_or_si128(exclaimed, _mm_or_si128(equal(b'+'), equal(b'#')))
}

#[inline]
#[target_feature(enable = "sse2")]
fn specials_sse2(text: __m128i) -> __m128i {
    let splat = |byte: u8| _mm_set1_epi8(byte.cast_signed());
    let dollar = _mm_sub_epi8(text, splat(b'$'));
    let dollar = _mm_cmpeq_epi8(_mm_min_epu8(dollar, splat(b')' - b'$')), dollar);
    let semicolon = _mm_cmpeq_epi8(text, splat(b';'));
    // From `{` on: as signed numbers above `z`, or negative.
    let high = _mm_or_si128(_mm_cmpgt_epi8(text, splat(b'z')), text);
    _mm_or_si128(_mm_or_si128(dollar, semicolon), high)
}

way!(
    avx2,
    "avx2",
    32,
    _mm256_loadu_si256,
    _mm256_set1_epi8,
    _mm256_add_epi8,
    _mm256_min_epu8,
    _mm256_cmpeq_epi8,
    _mm256_cmpgt_epi8,
    _mm256_movemask_epi8,
    marks_avx2,
    specials_avx2
);
way!(
    sse2,
    "sse2",
    16,
    _mm_loadu_si128,
    _mm_set1_epi8,
    _mm_add_epi8,
    _mm_min_epu8,
    _mm_cmpeq_epi8,
    _mm_cmpgt_epi8,
    _mm_movemask_epi8,
    marks_sse2,
    specials_sse2
);

/// 64 bytes in one vector, and comparisons that give bits.
pub(super) mod avx512 {
    use super::*;

    #[inline]
    #[target_feature(enable = "avx512bw")]
    fn load(bytes: &[u8; LANES]) -> __m512i {
        // SAFETY: the bytes have the vector's length; no alignment is asked for.
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx512bw")]
    fn equal(text: __m512i, byte: u8) -> u64 {
        _mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8(byte.cast_signed()))
    }

    #[inline]
    #[target_feature(enable = "avx512bw")]
    fn up_to(text: __m512i, byte: u8) -> u64 {
        _mm512_cmple_epu8_mask(text, _mm512_set1_epi8(byte.cast_signed()))
    }

    #[inline]
    #[target_feature(enable = "avx512bw")]
    fn held_by(table: &[u8; 16], text: __m512i) -> u64 {
        // SAFETY: the table has the vector's length; no alignment is asked for.
        let table = unsafe { _mm_loadu_si128(table.as_ptr().cast()) };
        let table = _mm512_broadcast_i32x4(table);
        _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(table, text), text)
    }

    #[inline]
    #[target_feature(enable = "avx512bw")]
    pub(in super::super) fn movetext(bytes: &[u8; LANES]) -> MovetextLanes {
        let text = load(bytes);
        let from_zero = _mm512_sub_epi8(text, _mm512_set1_epi8(b'0'.cast_signed()));
        MovetextLanes {
            blank: up_to(text, b' '),
            digit: up_to(from_zero, 9),
            dot: equal(text, b'.'),
            mark: held_by(&MARKS, text),
            special: held_by(&SPECIALS, text) | !up_to(text, b'z'),
        }
    }

    #[inline]
    #[target_feature(enable = "avx512bw")]
    pub(in super::super) fn variation(bytes: &[u8; LANES]) -> VariationLanes {
        let text = load(bytes);
        VariationLanes {
            open: equal(text, b'('),
            close: equal(text, b')'),
            dollar: equal(text, b'$'),
        }
    }

    #[inline]
    #[target_feature(enable = "avx512bw")]
    pub(in super::super) fn comment(bytes: &[u8; LANES]) -> CommentLanes {
        let text = load(bytes);
        CommentLanes {
            line_end: up_to(text, b'\r'),
            open: equal(text, b'{'),
            close: equal(text, b'}'),
            semicolon: equal(text, b';'),
        }
    }

    /// See [`keep`](super::super::keep).
    #[inline]
    #[target_feature(enable = "avx512bw,avx512vbmi2")]
    pub(in super::super) fn keep(
        bytes: &[u8; LANES],
        kept: u64,
        blank: u64,
        room: &mut [u8; LANES],
    ) {
        let text = _mm512_mask_mov_epi8(load(bytes), blank, _mm512_set1_epi8(b' '.cast_signed()));
        let text = _mm512_maskz_compress_epi8(kept, text);
        // SAFETY: the room has the vector's length; no alignment is asked for.
        unsafe { _mm512_storeu_si512(room.as_mut_ptr().cast(), text) };
    }

    #[inline]
    #[target_feature(enable = "avx512bw")]
    pub(in super::super) fn tag(bytes: &[u8; LANES]) -> TagLanes {
        let text = load(bytes);
        TagLanes { line_end: equal(text, b'\n'), close: equal(text, b']') }
    }
}
