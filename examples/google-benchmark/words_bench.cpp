#include "words.h"

#include <benchmark/benchmark.h>

static void Count(benchmark::State &state) {
  std::string text;
  for (int i = 0; i < 200; i++) text += "the quick brown fox jumps over the lazy dog ";
  for (auto _ : state) benchmark::DoNotOptimize(count(text));
}
BENCHMARK(Count);
BENCHMARK_MAIN();
