// Needs no library, so that Cachegrind lists its own functions alone.
enum { COUNT = 200 };
static int numbers[COUNT];

static void sort(void) {
  for (int end = COUNT; end > 1; end--)
    for (int i = 1; i < end; i++)
      if (numbers[i - 1] > numbers[i]) {
        int larger = numbers[i - 1];
        numbers[i - 1] = numbers[i];
        numbers[i] = larger;
      }
}

void _start(void) {
  for (int i = 0; i < COUNT; i++) numbers[i] = (i * 79) % COUNT;
  sort();
  __asm__ volatile("syscall" : : "a"(60), "D"(0));
  __builtin_unreachable();
}
