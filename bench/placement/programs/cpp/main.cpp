// Benchmarks of the standard library. Each prints the time of one repetition.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <map>
#include <numeric>
#include <string>
#include <unordered_map>
#include <vector>

#include "rounds.hpp"

static volatile std::uint64_t sink;

template <typename Work>
static void repeat(const char *name, int repetitions, Work work) {
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < repetitions; i++)
    for (int round = 0; round < rounds; round++) sink = sink + work();
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
  std::printf("%s: %.1f ns\n", name, took.count() / repetitions);
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
  repeat("words", 60, words);
  repeat("sorted", 12, sorted);
  repeat("ordered", 25, ordered);
  repeat("hashed", 40, hashed);
  repeat("crc", 50, crc);
  repeat("digits", 60, digits);
  return 0;
}
