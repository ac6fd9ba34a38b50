// Real compilers and linkers. Each program is built twice, with one thing different.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { compareFunctions } from '../../src/machine-code/compare-functions.ts'
import { isInstalled } from '../e2e/tool-example.ts'

const signal = () => AbortSignal.timeout(120_000)

/** Builds `files` in a directory of their own with the text `command`, which writes `program`. */
function built(files: Record<string, string>, command: string) {
  const root = mkdtempSync(join(tmpdir(), 'stable-bench-code-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  execFileSync('bash', ['-e', '-c', command], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  return { root, path: join(root, 'program') }
}

type Built = ReturnType<typeof built>

/** The functions that are not the same, with what they are. */
async function differences(
  baseline: Built,
  candidate: Built,
  isOwn = (_name: string) => true,
): Promise<Record<string, string>> {
  const found = await compareFunctions(baseline, candidate, signal())
  expect(found.size).toBeGreaterThan(3)
  return Object.fromEntries([...found].filter(([name, each]) => each !== 'same' && isOwn(name)))
}

const MAIN = `
#include <stdio.h>
#include <string.h>
struct point { int x; int y; };
__thread int depth;
__thread int level = 3;
static int counter = 4;
static const char *names[] = {"one", "two"};
static const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
__attribute__((noinline)) int choose(int x) {
  switch (x) {
    case 0: return 5;
    case 1: puts("a"); return 7;
    case 2: puts("bb"); return 9;
    case 3: return 12;
    case 4: puts("c"); return 19;
    case 5: return 1;
  }
  return 0;
}
__attribute__((noinline)) double scale(double d) { depth++; level++; return d * 3.25 + counter++; }
__attribute__((noinline)) int prime(int i) { return primes[i & 7]; }
__attribute__((noinline)) int second(struct point *p) { return p->y; }
int main(int argc, char **argv) {
  struct point p = {argc, argc + 1};
  printf("%d %f %s %d %d\\n", choose(argc), scale(argc), names[argc & 1], second(&p), prime(argc));
  return strlen(argv[0]);
}
`

const EXTRA = `
#include <stdio.h>
__thread char room[40];
static const char *kinds[] = {"new", "newer"};
int extra(int x) { room[0] = x; puts(kinds[x & 1]); return x * 9 + 7; }
`

const c = isInstalled('gcc') && isInstalled('objdump') ? describe : describe.skip

for (const [kind, flags] of [
  ['position independent', ''],
  ['at fixed addresses', '-no-pie'],
  ['linked statically', '-static'],
] as const)
  c(`functions of a C program, ${kind}`, () => {
    const isOwn = (name: string) => /^(?:choose|scale|prime|second|main|extra)$/.test(name)
    const own = (baseline: Built, candidate: Built) => differences(baseline, candidate, isOwn)
    const files = { 'main.c': MAIN, 'extra.c': EXTRA }
    const link = (order: string) => `for f in *.c; do gcc -O2 -c $f; done; gcc ${flags} ${order} -o program`
    const edited = (from: string, to: string) => {
      expect(MAIN).toContain(from)
      return built({ 'main.c': MAIN.replaceAll(from, to) }, link('main.o'))
    }
    let base: Built
    beforeAll(() => {
      base = built({ 'main.c': MAIN }, link('main.o'))
    })

    it('are the same in another order of linking, and but for the one that was added', async () => {
      const [first, other] = [built(files, link('main.o extra.o')), built(files, link('extra.o main.o'))]
      expect(await own(first, other)).toEqual({})
      // Functions of the C library take the ends of tables, where extra.c has objects, and thread-locals that nothing defines.
      expect(await differences(base, other)).toEqual({ extra: 'new' })
      expect(await own(other, base)).toEqual({ extra: 'gone' })
    })

    it.each([
      ['a text', '"bb"', '"bc"', 'choose'],
      ['a text behind a pointer', '"two"', '"twp"', 'main'],
      ['a number in memory', '3.25', '3.5', 'scale'],
      ['the last entry of a table', '17, 19', '17, 23', 'prime'],
      ['the first value of a variable', 'counter = 4', 'counter = 5', 'scale'],
      ['the first value of a thread-local', 'level = 3', 'level = 4', 'scale'],
      ['a number in the code', 'return 12', 'return 14', 'choose'],
    ])('are changed where they use %s that changed', async (_, from, to, name) => {
      expect(await own(base, edited(from, to))).toEqual({ [name]: 'changed' })
    })

    it('are changed where a field of a struct has moved', async () => {
      const found = await own(base, edited('int x; int y;', 'int x; int z; int y;'))
      expect(found).toMatchObject({ second: 'changed', main: 'changed' })
      expect(found).not.toHaveProperty('choose')
    })
  })

c('functions that have no name alone', () => {
  const copy = 'static __attribute__((noinline)) int work(int x) { return x * NUMBER; }\n'
  const of = (one: number, other: number) =>
    built(
      {
        'one.c': `${copy.replace('NUMBER', String(one))}int one(int x) { return work(x) + 1; }\n`,
        'other.c': `${copy.replace('NUMBER', String(other))}int other(int x) { return work(x) + 2; }\n`,
        'main.c': 'int one(int); int other(int); int main(int c, char **v) { return one(c) + other(c); }\n',
      },
      'gcc -O2 *.c -o program',
    )

  it('are paired by what they do', async () => {
    expect(await differences(of(3, 5), of(3, 5))).toEqual({})
    expect(await differences(of(3, 5), of(3, 7))).toEqual({ work: 'changed' })
  })

  it('cannot be compared in a program without symbols, or a file of no machine code', async () => {
    const whole = of(3, 5)
    const stripped = { ...whole, path: join(whole.root, 'stripped') }
    execFileSync('strip', ['-o', stripped.path, whole.path])
    await expect(compareFunctions(whole, stripped, signal())).rejects.toThrow('it has no symbols (stripped)')
    const script = { ...whole, path: join(whole.root, 'main.c') }
    await expect(compareFunctions(whole, script, signal())).rejects.toThrow('readelf cannot read it')
    await expect(compareFunctions(whole, whole, AbortSignal.abort())).rejects.toThrow('it took too long')
  })
})

const GO = {
  'go.mod': 'module example.com/words\n\ngo 1.22\n',
  'main.go':
    'package main\n\nimport (\n\t"fmt"\n\t"os"\n)\n\n//go:noinline\nfunc words(text string) int {\n\tswitch len(text) {\n\tcase 1:\n\t\treturn 7\n\tcase 2:\n\t\tfmt.Println("two")\n\t}\n\treturn len(text) * 3\n}\n\nfunc main() { fmt.Println(words(os.Args[0])) }\n',
}

const go = isInstalled('go') && isInstalled('objdump') ? it : it.skip

go(
  'functions of a Go program are the same in another layout, but for the one whose text changed',
  async () => {
    const build = (files: Record<string, string>, layout: number) =>
      built(files, `go build -ldflags=-randlayout=${layout} -o program .`)
    const base = build(GO, 1)
    expect(await differences(base, build(GO, 2))).toEqual({})
    const other =
      'package main\n\n//go:noinline\nfunc other(x int) string { return "a new text"[x:] }\n\nfunc init() { if len(other(2)) > 90 { panic("never") } }\n'
    expect(await differences(base, build({ ...GO, 'other.go': other }, 3))).toEqual({
      'main.other': 'new',
      'main.init': 'new',
    })
    const text = { ...GO, 'main.go': GO['main.go'].replace('"two"', '"twp"') }
    expect(await differences(base, build(text, 4))).toEqual({ 'main.words': 'changed' })
  },
  300_000,
)

const RUST = {
  'Cargo.toml': '[package]\nname = "words"\nversion = "0.1.0"\nedition = "2021"\n',
  'src/main.rs':
    '#[inline(never)]\nfn words(text: &str) -> usize {\n    if text.len() > 900 { panic!("too long") }\n    text.split(\' \').count()\n}\n\nfn main() {\n    println!("{}", words(&std::env::args().next().unwrap()));\n}\n',
}

const rust = isInstalled('cargo') && isInstalled('objdump') ? it : it.skip

rust(
  'functions of a Rust program are the same where lines or sections moved, but for the one whose text changed',
  async () => {
    const build = (text: string, layout: number) =>
      built(
        { ...RUST, 'src/main.rs': text },
        `cargo rustc --release --quiet -- -C 'link-arg=-Wl,--shuffle-sections=*=${layout}' && cp target/release/words program`,
      )
    const base = build(RUST['src/main.rs'], 1)
    expect(await differences(base, build(`// A line.\n${RUST['src/main.rs']}`, 2))).toEqual({})
    const found = await differences(base, build(RUST['src/main.rs'].replace('too long', 'too much'), 1))
    expect(found).toEqual({ _ZN5words5words17h0123456789abcdefE: 'changed' })
  },
  300_000,
)
