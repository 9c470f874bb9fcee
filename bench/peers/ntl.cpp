/* Peer of GF(2)[X]: products, divisions and greatest common divisors of random polynomials by NTL.
 *
 * Build: c++ -O3 -march=native ntl.cpp -o ntl -lntl -lgf2x -lgmp -lpthread
 * Use:   ./ntl OP DEGREE [SEED]     OP: multiply, divide, gcd, xgcd
 * Prints `op degree seconds checksum`: the median processor time of one operation, and a checksum of its result.
 *
 * Debian's packages are built for every x86-64 processor and have no carry-less multiplication. For a fair race build
 * gf2x and NTL from source with -march=native (NTL: NATIVE=on NTL_GF2X_LIB=on), and put their prefix first with -I, -L.
 *
 * The operands are the words of splitmix64 from state SEED on, low word first, with their leading coefficients set, as in
 * crates/algebra/benches/poly.rs: a of degree DEGREE, then b of degree DEGREE - 1; `divide` divides a of degree
 * 2 DEGREE - 1 by b.
 */
#include <NTL/GF2X.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

static uint64_t state;

static uint64_t splitmix64() {
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static NTL::GF2X random_poly(long degree) {
  std::vector<uint64_t> words(degree / 64 + 1);
  for (uint64_t &w : words) w = splitmix64();
  uint64_t lead = uint64_t(1) << degree % 64;
  words.back() = (words.back() & (lead - 1)) | lead;
  NTL::GF2X p;
  NTL::GF2XFromBytes(p, reinterpret_cast<const unsigned char *>(words.data()), 8 * words.size());
  return p;
}

/* Horner's rule on the words modulo 2^64. */
static uint64_t checksum(const NTL::GF2X &p) {
  std::vector<uint64_t> words(NTL::deg(p) < 0 ? 0 : NTL::deg(p) / 64 + 1);
  NTL::BytesFromGF2X(reinterpret_cast<unsigned char *>(words.data()), p, 8 * words.size());
  uint64_t sum = 0;
  for (uint64_t w : words) sum = sum * 0x9e3779b97f4a7c15u + w;
  return sum;
}

static double now() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(int argc, char **argv) {
  long degree = argc > 2 ? strtol(argv[2], nullptr, 10) : 0;
  const char *op = argc > 1 ? argv[1] : "";
  bool known = !strcmp(op, "multiply") || !strcmp(op, "divide") || !strcmp(op, "gcd") || !strcmp(op, "xgcd");
  if (!known || degree < 1 || degree > 1000000000) {
    fprintf(stderr, "use: ntl multiply|divide|gcd|xgcd DEGREE [SEED], DEGREE from 1 to 1000000000\n");
    return 2;
  }
  state = argc > 3 ? strtoull(argv[3], nullptr, 10) : 1;
  NTL::GF2X a = random_poly(*op == 'd' ? 2 * degree - 1 : degree), b = random_poly(degree - 1), r, s, t;
  auto run = [&] {
    switch (*op) {
    case 'm': NTL::mul(r, a, b); break;
    case 'd': NTL::DivRem(r, s, a, b); break;
    case 'g': NTL::GCD(r, a, b); break;
    default: NTL::XGCD(s, r, t, a, b); break; /* The checksum is that of a's cofactor. */
    }
  };
  double start = now();
  run();
  double first = now() - start;
  long inner = std::clamp(long(2e-3 / std::max(first, 1e-9)), 1L, 100000L);
  long repeats = first > 1 ? 1 : first > 0.1 ? 3 : 11;
  std::vector<double> times;
  for (long i = 0; i < repeats; i++) {
    start = now();
    for (long j = 0; j < inner; j++) run();
    times.push_back((now() - start) / inner);
  }
  std::sort(times.begin(), times.end());
  printf("%s %ld %.9f %016llx\n", op, degree, times[repeats / 2], (unsigned long long)checksum(r));
  return 0;
}
