#include "words.h"

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else // Catch2 2
#define CATCH_CONFIG_MAIN
#define CATCH_CONFIG_ENABLE_BENCHMARKING
#include <catch2/catch.hpp>
#endif

TEST_CASE("words") {
  std::string text;
  for (int i = 0; i < 200; i++) text += "the quick brown fox jumps over the lazy dog ";
  BENCHMARK("count") { return count(text); };
}
