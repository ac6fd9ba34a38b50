// Benchmarks of the standard library. Each prints the median processor time of its repetitions: what else runs on the machine disturbs
// it less.
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "rounds.hpp"

static volatile std::uint64_t sink;

static double processor_time() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

template <typename Work>
static void repeat(const char *name, int repetitions, Work work) {
  std::vector<double> times(repetitions);
  for (double &time : times) {
    const double begin = processor_time();
    for (int round = 0; round < rounds; round++) sink = sink + work();
    time = processor_time() - begin;
  }
  std::sort(times.begin(), times.end());
  std::printf("%s: %.0f ns\n", name, times[repetitions / 2]);
}

static const std::string text = [] {
  std::string made;
  for (int i = 0; i < 40; i++) made += "lorem ipsum dolor sit amet 12345 ";
  return made;
}();

__attribute__((noinline)) static std::uint64_t words() {
  std::uint64_t count = 0;
  bool inside = false;
  for (char c : text) {
    const bool letter = c != ' ';
    count += letter && !inside;
    inside = letter;
  }
  return count;
}

__attribute__((noinline)) static std::uint64_t sorted() {
  std::vector<std::uint32_t> values(300);
  for (std::uint32_t i = 0; i < values.size(); i++) values[i] = i * 7919 % 1009;
  std::sort(values.begin(), values.end());
  return values[150];
}

__attribute__((noinline)) static std::uint64_t ordered() {
  std::map<int, int> counts;
  for (int i = 0; i < 60; i++) counts[i * 37 % 41]++;
  return counts.begin()->second;
}

__attribute__((noinline)) static std::uint64_t hashed() {
  std::unordered_map<int, int> counts;
  for (int i = 0; i < 60; i++) counts[i * 37 % 41]++;
  return counts.size();
}

__attribute__((noinline)) static std::uint64_t crc() {
  std::uint32_t state = ~0u;
  for (unsigned char c : text.substr(0, 64)) {
    state ^= c;
    for (int bit = 0; bit < 8; bit++) state = state & 1 ? (state >> 1) ^ 0xedb88320u : state >> 1;
  }
  return state;
}

__attribute__((noinline)) static std::uint64_t digits() {
  std::uint64_t sum = 0;
  for (const char *c = text.c_str(); *c != 0; c++)
    if (*c >= '0' && *c <= '9') sum = sum * 10 + (*c - '0');
  return sum;
}

int main() {
  repeat("words", 90, words);
  repeat("sorted", 40, sorted);
  repeat("ordered", 60, ordered);
  repeat("hashed", 70, hashed);
  repeat("crc", 150, crc);
  repeat("digits", 90, digits);
  return 0;
}
