/* Peer of the dense GF(2) elimination: rank of a random n x n matrix by libm4ri.
 *
 * Build: cc -O3 -march=native m4ri.c -o m4ri $(pkg-config --cflags --libs m4ri)
 * Use:   ./m4ri N [SEED [METHOD]]     METHOD: auto (the default), m4ri, ple
 * Prints `rank n seconds`: the rank, N and the processor time of the elimination alone.
 *
 * Row i holds the words of splitmix64 from state SEED on, row after row, as in
 * crates/algebra/benches/dense_gf2.rs, so that both find the same rank.
 */
#include <m4ri/m4ri.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t state;

static uint64_t splitmix64(void) {
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(int argc, char **argv) {
  long n = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
  const char *method = argc > 3 ? argv[3] : "auto";
  if (n < 1 || n > 1000000) {
    fprintf(stderr, "use: m4ri N [SEED [auto|m4ri|ple]], N from 1 to 1000000\n");
    return 2;
  }
  state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  mzd_t *a = mzd_init((rci_t)n, (rci_t)n);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j += 64) {
      uint64_t w = splitmix64();
      for (long b = 0; b < 64 && j + b < n; b++)
        mzd_write_bit(a, (rci_t)i, (rci_t)(j + b), (BIT)(w >> b & 1));
    }
  double start = now();
  rci_t rank;
  if (strcmp(method, "m4ri") == 0)
    rank = mzd_echelonize_m4ri(a, 0, 0);
  else if (strcmp(method, "ple") == 0)
    rank = mzd_echelonize_pluq(a, 0);
  else
    rank = mzd_echelonize(a, 0);
  double seconds = now() - start;
  printf("%d %ld %.6f\n", (int)rank, n, seconds);
  mzd_free(a);
  return 0;
}
