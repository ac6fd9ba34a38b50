// Counts words.
#pragma once
#include <map>
#include <sstream>
#include <string>

constexpr int rounds = 1;

// How often each word is in text.
inline std::map<std::string, int> count(const std::string &text) {
  std::map<std::string, int> counts;
  for (int i = 0; i < rounds; i++) {
    counts.clear();
    std::istringstream words(text);
    for (std::string word; words >> word;) counts[word]++;
  }
  return counts;
}
