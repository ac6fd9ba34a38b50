package words

import (
	"strings"
	"testing"
)

var text = strings.Repeat("the quick brown fox jumps over the lazy dog ", 200)

func BenchmarkCount(b *testing.B) {
	for i := 0; i < b.N; i++ {
		Count(text)
	}
}
