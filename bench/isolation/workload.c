// One run of a benchmark: `workload cpu|memory|bursty`. Fixed work, 50 to 150 ms on a machine of today; prints nothing.
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Takes the results, so that the compiler cannot drop the work.
static volatile uint64_t sink;

// xorshift64: every step needs the one before it, and no memory.
static void compute(long steps) {
  uint64_t x = 88172645463325252u;
  for (long i = 0; i < steps; i++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
  }
  sink = x;
}

// Loads from all over 64 MiB, each at an address that the one before it decides: no prefetcher can help.
static int chase(long loads) {
  const size_t words = (size_t)8 << 20;
  uint64_t *table = malloc(words * sizeof *table);
  if (table == NULL) return 1;
  for (size_t i = 0; i < words; i++) table[i] = i * 2654435761u;
  uint64_t at = 1;
  for (long i = 0; i < loads; i++) at = (at * 6364136223846793005u + table[(at >> 33) & (words - 1)]) | 1;
  sink = at;
  free(table);
  return 0;
}

// Short spells of work and of sleep in turn, as of a server: it is woken up, and may be put on another CPU, each time.
static void bursts(int count) {
  const struct timespec pause = {0, 1000000};
  for (int i = 0; i < count; i++) {
    compute(600000);
    nanosleep(&pause, NULL);
  }
}

int main(int argc, char **argv) {
  const char *kind = argc == 2 ? argv[1] : "";
  if (strcmp(kind, "cpu") == 0) {
    compute(40000000);
  } else if (strcmp(kind, "memory") == 0) {
    return chase(500000);
  } else if (strcmp(kind, "bursty") == 0) {
    bursts(35);
  } else {
    return 64;
  }
  return 0;
}
