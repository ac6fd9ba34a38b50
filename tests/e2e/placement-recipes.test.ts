// The recipes of docs/placement.md with the real tools: every build has its functions elsewhere, and does the same.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse, stringify } from 'yaml'
import { root, scratch, stableBench } from './command-line.ts'
import { isHere, toolEnvironment } from './tool-example.ts'

type Recipe = { setup?: string; relink: string; command: string }

const page = readFileSync(join(root, 'docs/placement.md'), 'utf8')
const recipes = Object.fromEntries(
  [...page.matchAll(/```yaml recipe (\w+)\n([\s\S]*?)```/g)].map(([, name, text]) => [
    name,
    parse(text as string),
  ]),
) as Record<string, Recipe>

type Project = {
  files: Record<string, string>
  needs: string[]
  symbols: string[]
  nm: string[]
  shows: string[]
}

const C = {
  'parse.c': 'int words(const char *);\nint parse(const char *text) { return 3 * words(text) + 1; }\n',
  'words.c': 'int words(const char *text) { int n = 0; while (*text) n += *text++ == 32; return n; }\n',
  'main.c':
    '#include <stdio.h>\nint parse(const char *);\nint main(void) { printf("%d\\n", parse("a b c d")); return 0; }\n',
}

const c = { symbols: ['parse', 'words', 'main'], nm: ['nm'], shows: [] }

const projects: Record<string, Project> = {
  go: {
    needs: ['go'],
    symbols: ['example.com/parse.Words', 'regexp.MustCompile'],
    nm: ['go', 'tool', 'nm'],
    shows: ['-test.run', 'Words', '-test.v'],
    files: {
      'go.mod': 'module example.com/parse\n\ngo 1.22\n',
      'parse.go':
        'package parse\n\nimport "regexp"\n\nvar space = regexp.MustCompile(` +`)\n\n//go:noinline\nfunc Words(text string) int { return len(space.Split(text, -1)) }\n',
      'parse_test.go':
        'package parse\n\nimport "testing"\n\nfunc TestWords(t *testing.T) { t.Log(Words("a b c d")) }\n\n' +
        'func BenchmarkWords(b *testing.B) {\n\tfor i := 0; i < b.N; i++ {\n\t\tWords("a b c d")\n\t}\n}\n',
    },
  },
  rust: {
    needs: ['cargo'],
    symbols: ['words', 'parse'],
    nm: ['nm'],
    shows: [],
    files: {
      'Cargo.toml': '[package]\nname = "parse"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/main.rs':
        '#[no_mangle]\n#[inline(never)]\npub extern "C" fn words(n: u64) -> u64 { (0..n).map(|i| i * n).sum() }\n' +
        '#[no_mangle]\n#[inline(never)]\npub extern "C" fn parse(n: u64) -> u64 { 3 * words(n) + 1 }\n' +
        'fn main() { println!("{} {}", parse(std::hint::black_box(7)), words(std::hint::black_box(9))) }\n',
    },
  },
  lld: {
    ...c,
    needs: ['gcc', 'ld.lld'],
    files: {
      'parse.c': Object.values(C)
        .join('')
        .replaceAll('int words(const char *);\n', '')
        .replace(/^(int parse.*\n)(int words.*\n)/, '$2$1'),
    },
  },
  objects: {
    ...c,
    needs: ['gcc'],
    files: {
      ...C,
      ...Object.fromEntries(
        'skip next lex end'.split(' ').map(name => [`${name}.c`, `int ${name}(int x) { return x + 1; }\n`]),
      ),
    },
  },
}

const env = toolEnvironment()

/** Where the symbols of a build lie. */
function addresses(path: string, { nm: [program = '', ...args], symbols }: Project): string[] {
  const lines = execFileSync(program, [...args, path], { encoding: 'utf8' }).split('\n')
  return symbols.map(symbol => {
    const found = lines.find(line => line.endsWith(` ${symbol}`))
    if (found === undefined) throw new Error(`${path} has no symbol ${symbol}`)
    return (/^\s*([0-9a-f]+)/.exec(found) ?? [])[1] as string
  })
}

/** Three functions have six orders: ten builds have at least so many but for one case in thousands. */
const FEWEST_PLACES: Record<string, number> = { lld: 2 }

/** What a build prints, without its times. */
const shown = (path: string, { shows }: Project) =>
  execFileSync(path, shows, { encoding: 'utf8' }).replace(/\(?\d\.\d+s\)?/g, '')

describe('the recipes of the page about placement', () => {
  it('are all tried here', () => {
    expect(Object.keys(recipes).sort()).toEqual(Object.keys(projects).sort())
  })

  for (const [name, project] of Object.entries(projects)) {
    const test = project.needs.every(isHere) ? it : it.skip

    test(`lay the code out anew in each build: ${name}`, async () => {
      const cwd = scratch()
      for (const [path, text] of Object.entries(project.files)) {
        mkdirSync(dirname(join(cwd, path)), { recursive: true })
        writeFileSync(join(cwd, path), text)
      }
      mkdirSync(join(cwd, 'kept'))
      const recipe = recipes[name] as Recipe
      const count = name in FEWEST_PLACES ? 10 : 5
      const suite = { ...recipe, relink: `${recipe.relink} && cp parse.{layout} kept`, layouts: count }
      writeFileSync(join(cwd, '.stable-bench.yml'), stringify({ suites: { parse: suite } }))
      const { code, stderr } = await stableBench(['run', '--runs', String(count), '--out', 'result.json'], {
        cwd,
        env,
      })
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
      const { plan, benchmarks } = JSON.parse(readFileSync(join(cwd, 'result.json'), 'utf8'))
      const builds = readdirSync(join(cwd, 'kept'))
      // One that is the same file as another does not count.
      expect(builds).toEqual(expect.arrayContaining(plan.layouts.map((layout: number) => `parse.${layout}`)))
      expect(benchmarks[0].runs).toHaveLength(count)
      const paths = builds.map(build => join(cwd, 'kept', build))
      const places = paths.map(path => addresses(path, project).join())
      expect(new Set(places).size).toBeGreaterThan(FEWEST_PLACES[name] ?? 3)
      expect(new Set(paths.map(path => shown(path, project))).size).toBe(1)
    }, 300_000)
  }
})
