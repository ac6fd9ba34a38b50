// Every mistake gets one clear message that names the input, what it got and what to do, and a non-zero exit.
import { existsSync, ftruncateSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { type Entry, entry } from '../files/sample-entry.ts'
import { scratch, stableBench } from './command-line.ts'

const good = [
  [101, 99],
  [100, 102],
  [98, 103],
  [100, 100],
  [99, 101],
]

let dir: string

function file(name: string, content: unknown): string {
  writeFileSync(join(dir, name), typeof content === 'string' ? content : JSON.stringify(content))
  return name
}

const samples = (name: string, ...benchmarks: Entry[]) =>
  file(name, { schema: 'stable-bench/samples@1', benchmarks })

beforeAll(() => {
  dir = scratch()
  samples('good.json', entry(good))
  samples('good2.json', entry(good))
  samples('good3.json', entry(good))
})

const compare = (candidate: string, ...more: string[]) =>
  stableBench(['compare', '--baseline', 'good.json', '--candidate', candidate, ...more], { cwd: dir })

// tests/cli/flags.test.ts has what is wrong with flags alone.
describe('flags', () => {
  it.each<[string, string[], RegExp]>([
    [
      'an unknown command',
      ['mesure'],
      /unknown command 'mesure'; known are run, ab, explain, bisect, compare, calibrate, trend, trend import, export, init, doctor, demo/,
    ],
    ['help on no command', ['help', 'comapre'], /unknown command 'comapre'; did you mean compare\?/],
    ['a flag before its command', ['-r', '5', 'ab'], /unknown command '-r'; a flag comes after its command/],
    ['a mistyped command', ['comapre'], /unknown command 'comapre'; did you mean compare\?/],
    ['no command', ['run'], /run: no command; put it after --/],
    ['a line for a shell', ['run', '--', 'a && b'], /let bash read it: stable-bench run -- bash -c 'a && b'/],
    ['an empty command', ['ab', 'true', ' '], /ab: --candidate is empty; give two commands/],
    ['no baseline', ['compare', '--candidate', 'good.json'], /there is no baseline; name both/],
    ['the standard input for both sides', ['compare', '-', '-'], /both sides name the standard input \(-\)/],
    [
      'a CPU that is not there',
      ['run', '--cpus', '900', '--', 'true'],
      /: --cpus 900: taskset -c 900 does not work here/,
    ],
    [
      'CPUs that are no list',
      ['run', '--cpus', 'all', '--', 'true'],
      /: --cpus: 'all' is not a CPU or range/,
    ],
    [
      'a missing directory',
      ['run', '--working-directory', 'nowhere', '--', 'true'],
      /nowhere is not a directory/,
    ],
  ])('%s is refused with exit code 64', async (_, args, message) => {
    const ended = await stableBench(args, { cwd: dir })
    expect(ended.stderr).toMatch(message)
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 64, stdout: '' })
  })

  it('all mistakes are told at once with exit code 64', async () => {
    const args = ['run', '--runs', '4', '--tool', 'gatling', '--aslr', 'maybe', '--', 'true']
    const { code, stdout, stderr } = await stableBench(args, { cwd: dir })
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/--runs must be auto, or a whole number from 5 to 1000, got '4'/),
      expect.stringMatching(/--tool must be one of auto, process, .* got 'gatling'/),
      expect.stringMatching(/--aslr must be one of auto, off, on, got 'maybe'/),
    ])
    expect([code, stdout]).toEqual([64, ''])
  })
})

describe('files', () => {
  // tests/files/session-file.test.ts has the others.
  it('one that breaks off is refused with exit code 64', async () => {
    const { code, stdout, stderr } = await compare(file('cut.json', '{"results": [{"command": "sle'))
    expect(stderr).toMatch(
      /^stable-bench: cut\.json: looks truncated: the JSON breaks off at line 1, column 30/,
    )
    expect([code, stdout]).toEqual([64, ''])
  })

  it.each<[string, () => string, RegExp]>([
    [
      'with a time of zero',
      () => samples('zero.json', entry([[1], [0], [2], [3], [4]])),
      /zero\.json: run 2 holds a time of 0/,
    ],
    [
      'in another unit than the baseline',
      () => samples('unit.json', entry(good, { unit: 'B' })),
      /the baseline is in ns \(\S*good\.json\), the candidate in B \(\S*unit\.json\)/,
    ],
    [
      'in another direction',
      () => samples('dir.json', entry(good, { better: 'higher' })),
      /the baseline is better lower \(\S*good\.json\), the candidate better higher \(\S*dir\.json\)/,
    ],
  ])('one %s is not comparable, and the row says why', async (_, make, message) => {
    const ended = await compare(make())
    expect(ended.stdout.replace(/\s+/g, ' ')).toMatch(message)
    expect(ended.stdout).toMatch(/\n✗ \S+ could not be compared\nThis fails the check\./)
    expect(ended.code).toBe(3)
  })

  it('500 MB are refused unread, in bounded memory', async () => {
    const handle = openSync(join(dir, 'huge.json'), 'w')
    ftruncateSync(handle, 500e6)
    const limited = { cwd: dir, env: { ...process.env, NODE_OPTIONS: '--max-old-space-size=100' } }
    const { code, stderr } = await stableBench(
      ['compare', '--baseline', 'good.json', '--candidate', 'huge.json'],
      limited,
    )
    expect(stderr).toMatch(/huge\.json: has 477 MiB, at most 256 MiB are read/)
    expect(code).toBe(64)
  })

  it('millions of wrong entries are refused in bounded memory', async () => {
    const good = readFileSync(join(dir, 'good.json'), 'utf8')
    const wrong = good.replace(/"benchmarks":\s*\[/, found => `${found}${'0,'.repeat(4e6)}`)
    writeFileSync(join(dir, 'wrong.json'), wrong)
    const limited = { cwd: dir, env: { ...process.env, NODE_OPTIONS: '--max-old-space-size=300' } }
    const { code, stderr } = await stableBench(
      ['compare', '--baseline', 'good.json', '--candidate', 'wrong.json'],
      limited,
    )
    expect(stderr).toMatch(/wrong\.json: benchmarks\[0\]: .* expected object, received number; .* many more/)
    expect(code).toBe(64)
  })

  it('two baseline documents cannot be one interleaved session', async () => {
    const args = [
      'compare',
      '--order',
      'interleaved',
      '--baseline',
      'good.json',
      'good2.json',
      '--candidate',
      'good3.json',
    ]
    const { code, stderr } = await stableBench(args, { cwd: dir })
    expect(stderr).toMatch(/interleaved needs one baseline session for each candidate session, got 2 and 1/)
    expect(code).toBe(64)
  })
})

describe('output', () => {
  it('that cannot be written is found out before anything is measured', async () => {
    const mark = join(scratch(), 'measured')
    const { code, stderr } = await stableBench(['run', '--out', '/proc/x/result.json', '--', 'touch', mark])
    expect(stderr).toMatch(/\/proc\/x\/result\.json: cannot be written: ENOENT.*choose another --out/)
    expect(code).toBe(64)
    expect(existsSync(mark)).toBe(false)
  })
})

describe('commands', () => {
  // Neither CPU nor address space of a run matters here: without their programs it costs less.
  const run = (...args: string[]) =>
    stableBench(['run', '--runs', '5', '--cpus', 'none', '--aslr', 'on', ...args])

  it('one that fails is reported with its exit code and last output, and exit code 1', async () => {
    const { code, stderr } = await run('--', 'sh', '-c', 'echo "cannot open database" >&2; exit 3')
    expect(stderr).toMatch(/failed with exit code 3; its last output was:\n.*cannot open database/)
    expect(code).toBe(1)
  })

  it('one that does not exist is reported with the reason', async () => {
    const { code, stderr } = await run('--', './bench')
    expect(stderr).toMatch(/'\.\/bench' could not be started: No such file or directory/)
    expect(code).toBe(1)
  })

  it.each([
    ['ab', ['--base-ref', 'HEAD'], 'ab --base-ref REF'],
    ['explain', ['--base-ref', 'HEAD'], 'explain --base-ref REF'],
    ['bisect', ['HEAD~1..HEAD'], 'bisect OLD..NEW'],
  ])(
    'one of several words in quotes is refused by %s, with the line that runs it',
    async (command, how, call) => {
      const { code, stderr } = await stableBench([command, ...how, '--', './bench --quick'])
      expect(stderr).toBe(
        `stable-bench: ${command}: './bench --quick' is one word after --, and no program has that name; ` +
          `let bash read it: stable-bench ${call} -- bash -c './bench --quick'\n`,
      )
      expect(code).toBe(64)
    },
  )

  it('one that dies in front of a pipe does not count as measured', async () => {
    const ended = await stableBench(['ab', '--runs', '5', '--baseline', 'true', '--candidate', 'false | cat'])
    expect(ended.stderr).toMatch(/failed with exit code 1/)
    expect(ended.code).toBe(1)
  })

  it('one that prints nothing parseable for the tool it was said to be is refused', async () => {
    const { code, stderr } = await run('--tool', 'hyperfine', '--', 'echo', 'hello')
    expect(stderr).toMatch(/the standard output of warm-up run 1: /)
    expect(code).toBe(1)
  })

  it('one that falls silent after the first run is not taken for another tool', async () => {
    const text = JSON.stringify({ schema: 'stable-bench/samples@1', benchmarks: [entry([[5]])] })
    const once = `test -e seen && exit 0; touch seen; echo '${text}'`
    const { code, stderr } = await run('--', 'sh', '-c', once)
    expect(stderr).toMatch(/the standard output of run 1: /)
    expect(code).toBe(1)
  })

  it('one that is to write results files and writes none is refused', async () => {
    const { code, stderr } = await run('--results', 'out-*.json', '--', 'true')
    expect(stderr).toMatch(/results: the command wrote no file that matches 'out-\*\.json'/)
    expect(code).toBe(1)
  })
})
