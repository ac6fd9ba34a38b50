// Benchmarks of Go's standard library.
package placement

import (
	"bytes"
	"encoding/json"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"
)

var text = strings.Repeat("lorem ipsum dolor sit amet, consectetur 12345 adipiscing elit; ", 4)

var (
	easy    = regexp.MustCompile(`adipiscing elit; $`)
	hard    = regexp.MustCompile(`[ -~]*\d{5}[a-z ]*sit`)
	numbers = []string{"17", "1234567", "-42", "99999", "3.25", "1e9"}
	sink    int
)

func repeat(b *testing.B, work func() int) {
	for i := 0; i < b.N; i++ {
		for round := 0; round < rounds; round++ {
			sink += work()
		}
	}
}

func BenchmarkEasy(b *testing.B) {
	repeat(b, func() int { return len(easy.FindStringIndex(text)) })
}

func BenchmarkHard(b *testing.B) {
	repeat(b, func() int { return len(hard.FindStringIndex(text)) })
}

func BenchmarkFields(b *testing.B) {
	repeat(b, func() int { return len(strings.Fields(text)) })
}

func BenchmarkFloats(b *testing.B) {
	repeat(b, func() int {
		sum := 0.0
		for _, number := range numbers {
			value, _ := strconv.ParseFloat(number, 64)
			sum += value
		}
		return int(sum)
	})
}

func BenchmarkSort(b *testing.B) {
	values := make([]int, 200)
	repeat(b, func() int {
		for i := range values {
			values[i] = (i * 7919) % 1009
		}
		sort.Ints(values)
		return values[100]
	})
}

func BenchmarkJSON(b *testing.B) {
	record := []byte(`{"name":"parse","runs":[1,2,3,4,5,6,7,8],"nested":{"a":true,"b":null}}`)
	repeat(b, func() int {
		var into any
		if json.Unmarshal(record, &into) != nil {
			return 0
		}
		return len(record)
	})
}

func BenchmarkReplace(b *testing.B) {
	repeat(b, func() int { return len(strings.ReplaceAll(text, "dolor", "colour")) })
}

func BenchmarkCount(b *testing.B) {
	haystack := []byte(text)
	repeat(b, func() int { return bytes.Count(haystack, []byte("it")) })
}
