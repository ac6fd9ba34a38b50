// Counts words for whoever asks: srv PORT
package main

import (
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
)

const rounds = 1

var text = strings.Repeat("the quick brown fox jumps over the lazy dog ", 200)

func count() map[string]int {
	counts := map[string]int{}
	for i := 0; i < rounds; i++ {
		clear(counts)
		for _, word := range strings.Fields(text) {
			counts[word]++
		}
	}
	return counts
}

func main() {
	http.HandleFunc("/health", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "up") })
	http.HandleFunc("/words", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, len(count())) })
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], nil))
}
