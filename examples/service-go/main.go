// Counts words, or letters, for whoever asks: srv PORT
package main

import (
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
)

const rounds = 10

var text = strings.Repeat("the quick brown fox jumps over the lazy dog ", 200)

func counted(parts []string) int {
	counts := map[string]int{}
	for _, part := range parts {
		counts[part]++
	}
	return len(counts)
}

func words() int {
	count := 0
	for i := 0; i < rounds; i++ {
		count = counted(strings.Fields(text))
	}
	return count
}

func letters() int { return counted(strings.Split(text, "")) }

func main() {
	http.HandleFunc("/health", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "up") })
	http.HandleFunc("/words", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, words()) })
	http.HandleFunc("/letters", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, letters()) })
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], nil))
}
