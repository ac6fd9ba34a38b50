// Package words counts words.
package words

import "strings"

const rounds = 1

// Count tells how often each word is in text.
func Count(text string) map[string]int {
	counts := map[string]int{}
	for i := 0; i < rounds; i++ {
		clear(counts)
		for _, word := range strings.Fields(text) {
			counts[word]++
		}
	}
	return counts
}
