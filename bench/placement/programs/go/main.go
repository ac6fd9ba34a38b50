// Benchmarks of Go's standard library. Each prints the median processor time of its repetitions: what else runs on the machine disturbs
// it less.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"unsafe"
)

var text = strings.Repeat("lorem ipsum dolor sit amet, consectetur 12345 adipiscing elit; ", 4)

var (
	easy    = regexp.MustCompile(`adipiscing elit; $`)
	hard    = regexp.MustCompile(`[ -~]*\d{5}[a-z ]*sit`)
	numbers = []string{"17", "1234567", "-42", "99999", "3.25", "1e9"}
	sink    int
)

// Of this thread: CLOCK_THREAD_CPUTIME_ID.
func processorTime() int64 {
	var now syscall.Timespec
	syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, 3, uintptr(unsafe.Pointer(&now)), 0)
	return now.Nano()
}

func repeat(name string, repetitions int, work func() int) {
	times := make([]int, repetitions)
	for i := range times {
		begin := processorTime()
		for round := 0; round < rounds; round++ {
			sink += work()
		}
		times[i] = int(processorTime() - begin)
	}
	sort.Ints(times)
	fmt.Printf("%s: %d ns\n", name, times[repetitions/2])
}

func sorted(values []int) int {
	for i := range values {
		values[i] = (i * 7919) % 1009
	}
	sort.Ints(values)
	return values[100]
}

func floats() int {
	sum := 0.0
	for _, number := range numbers {
		value, _ := strconv.ParseFloat(number, 64)
		sum += value
	}
	return int(sum)
}

func decoded(record []byte) int {
	var into any
	if json.Unmarshal(record, &into) != nil {
		return 0
	}
	return len(record)
}

func main() {
	runtime.LockOSThread()
	values, haystack := make([]int, 200), []byte(text)
	record := []byte(`{"name":"parse","runs":[1,2,3,4,5,6,7,8],"nested":{"a":true,"b":null}}`)
	repeat("easy", 100, func() int { return len(easy.FindStringIndex(text)) })
	repeat("hard", 8, func() int { return len(hard.FindStringIndex(text)) })
	repeat("fields", 100, func() int { return len(strings.Fields(text)) })
	repeat("floats", 500, floats)
	repeat("sort", 40, func() int { return sorted(values) })
	repeat("json", 40, func() int { return decoded(record) })
	repeat("replace", 400, func() int { return len(strings.ReplaceAll(text, "dolor", "colour")) })
	repeat("count", 400, func() int { return bytes.Count(haystack, []byte("it")) })
}
