// Built with Catch2 2 (the whole of it is one header) and 3.
#ifdef CATCH_V2
#define CATCH_CONFIG_MAIN
#define CATCH_CONFIG_ENABLE_BENCHMARKING
#include <catch2/catch.hpp>
#else
#include "catch_amalgamated.hpp"
#endif
#include <algorithm>
#include <stdexcept>
#include <vector>

static unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

TEST_CASE("fib") {
  BENCHMARK("fib 10") { return fib(10); };
  BENCHMARK("a name that is so long that the table of the console has to break it into several lines") { return fib(15); };
}

TEST_CASE("sort") {
  std::vector<int> numbers(1000);
  for (size_t i = 0; i < numbers.size(); i++) numbers[i] = static_cast<int>((i * 7919) % 1000);
  SECTION("copied") {
    BENCHMARK("std::sort") {
      auto copy = numbers;
      std::sort(copy.begin(), copy.end());
      return copy[0];
    };
  }
  SECTION("reversed") {
    std::reverse(numbers.begin(), numbers.end());
    BENCHMARK("std::sort") {
      auto copy = numbers;
      std::stable_sort(copy.begin(), copy.end());
      return copy[0];
    };
  }
}

TEST_CASE("throwing", "[.fails]") {
  BENCHMARK("throws") {
    if (fib(5) == 5) throw std::runtime_error("no data");
    return 1;
  };
}

TEST_CASE("failing", "[.fails]") {
  BENCHMARK("before") { return fib(5); };
  REQUIRE(fib(5) == 6);
  BENCHMARK("after") { return fib(5); };
}
