package com.example;

import java.util.HashMap;
import java.util.Map;

/** Counts words. */
public final class Words {
  private static final int ROUNDS = 1;

  private Words() {}

  /** How often each word is in text. */
  public static Map<String, Integer> count(String text) {
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < ROUNDS; i++) {
      counts.clear();
      for (String word : text.split(" ")) counts.merge(word, 1, Integer::sum);
    }
    return counts;
  }
}
