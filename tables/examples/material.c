/* What a material balance has scored, asked from C. `scripts/check/exports` compiles and runs this.
 *
 *   miner export tables/imbalance.bin --out imbalance.h
 *   cc -std=c99 -I. tables/examples/material.c -o material && ./material 3 4 0 0 0 1 1 0 0 0
 *
 * The arguments are the numbers of wp bp wn bn wb bb wr br wq bq; here KRPPP v KBPPPP. */
#include <stdio.h>
#include <stdlib.h>

#include "imbalance.h"

int main(int argc, char **argv)
{
    int n[10], i;
    int32_t cell, at;

    if (argc != 11) {
        fputs("usage: material WP BP WN BN WB BB WR BR WQ BQ\n", stderr);
        return 2;
    }
    for (i = 0; i < 10; i++)
        n[i] = atoi(argv[i + 1]);
    cell = prospector_mit_cell(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9]);
    at = prospector_mit_find(cell);
    if (at < 0) {
        puts("no game had this material");
        return 1;
    }
    printf("cell %ld: %lu games, White scored %.2f %%\n", (long)cell, (unsigned long)prospector_mit_games[at],
           prospector_mit_score[at] / 100.0);
    return 0;
}
