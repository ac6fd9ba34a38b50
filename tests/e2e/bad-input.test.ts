// Every mistake gets one clear message that names the input, what it got and what to do, and a non-zero exit.
import { existsSync, ftruncateSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { scratch, stableBench } from './command-line.ts'

type Entry = Record<string, unknown>

const entry = (runs: unknown, more: Entry = {}): Entry => ({
  name: 'parse',
  metric: 'time',
  unit: 'ns',
  better: 'lower',
  runs,
  ...more,
})
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

function directory(name: string): string {
  mkdirSync(join(dir, name))
  return name
}

const samples = (name: string, ...benchmarks: Entry[]) =>
  file(name, { schema: 'stable-bench/samples@1', benchmarks })

beforeAll(() => {
  dir = scratch()
  samples('good.json', entry(good))
  samples('good2.json', entry(good))
})

const compare = (candidate: string, ...more: string[]) =>
  stableBench(['compare', '--baseline', 'good.json', '--candidate', candidate, ...more], { cwd: dir })

describe('flags', () => {
  it.each<[string, string[], RegExp]>([
    [
      'an unknown command',
      ['mesure'],
      /unknown command 'mesure'; known are run, ab, explain, bisect, compare, calibrate, trend, trend import, export, init, doctor, demo/,
    ],
    ['a mistyped command', ['comapre'], /unknown command 'comapre'; did you mean compare\?/],
    [
      'a flag of another command',
      ['run', '--max-runs', '9', '--', 'true'],
      /--max-runs for 'run'; it is one of ab/,
    ],
    [
      'three files',
      ['compare', 'a', 'b', 'c'],
      /takes the baseline and the candidate, got 'a' 'b' 'c'; give both: compare OLD NEW, or several/,
    ],
    ['a side twice', ['compare', 'a', '--baseline', 'c'], /got 'a' besides --baseline or --candidate/],
    [
      'an unknown flag',
      ['run', '--run', '5', '--', 'true'],
      /unknown flag --run for 'run'; did you mean --runs\?/,
    ],
    [
      'an unknown flag that is like no other',
      ['trend', 'history', '--algorithm', 'otava'],
      /unknown flag --algorithm for 'trend'; it takes .*--since/,
    ],
    [
      'runs that are no number',
      ['run', '--runs', '1e1', '--', 'true'],
      /--runs must be auto, or a whole number .* got '1e1'/,
    ],
    ['a flag without its value', ['run', '--runs'], /--runs needs a value/],
    [
      'a flag that is given twice',
      ['run', '--runs', '5', '--runs', '6', '--', 'true'],
      /--runs is given twice/,
    ],
    ['a word too many', ['run', 'true'], /unexpected argument 'true' for 'run'; put the command after --/],
    ['no command', ['run'], /run: no command; put it after --/],
    ['a line for a shell', ['run', '--', 'a && b'], /let bash read it: stable-bench run -- bash -c 'a && b'/],
    ['an empty command', ['ab', 'true', ' '], /ab: --candidate is empty; give two commands/],
    ['no baseline', ['compare', '--candidate', 'good.json'], /there is no baseline; name both/],
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

  it.each([
    [
      'too few runs, an unknown tool and a word for a setting that has others',
      ['run', '--runs', '4', '--tool', 'gatling', '--aslr', 'maybe', '--', 'true'],
      [
        /--runs must be auto, or a whole number from 5 to 1000, got '4'/,
        /--tool must be one of auto, process, .* got 'gatling'/,
        /--aslr must be one of auto, off, on, got 'maybe'/,
      ],
    ],
    [
      'a level beyond reason and a band without a unit',
      ['compare', '--alpha', '50%', '--band', '2'],
      [
        /--alpha must be from 0.01% to 20%, such as 2%, got '50%'/,
        /--band must be from 0.01% to 50%, such as 2%, got '2'/,
      ],
    ],
  ])('all mistakes are told at once with exit code 64: %s', async (_, args, messages) => {
    const { code, stdout, stderr } = await stableBench(args, { cwd: dir })
    const lines = stderr.trim().split('\n')
    expect(lines).toHaveLength(messages.length)
    expect(lines).toEqual(expect.arrayContaining(messages.map(message => expect.stringMatching(message))))
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
  })
})

describe('files', () => {
  it.each<[string, () => string, RegExp]>([
    [
      'that is missing',
      () => 'nowhere.json',
      /^stable-bench: nowhere\.json: there is no such file; a relative path counts from the working directory\n/,
    ],
    ['that is a directory', () => directory('d'), /^stable-bench: d: is a directory; name the file/],
    [
      'in no known format',
      () => file('x.txt', 'hello'),
      /x\.txt: is in no known format; it begins with\n.* {2}hello\n.*say which format it is with tool/,
    ],
    [
      'that is empty',
      () => file('empty.json', ''),
      /empty\.json: is empty; did the command write its results\?/,
    ],
    [
      'that breaks off',
      () => file('cut.json', '{"results": [{"command": "sle'),
      /cut\.json: looks truncated: the JSON breaks off at line 1, column 30/,
    ],
    ['with no benchmarks', () => samples('none.json'), /none\.json: no benchmarks in it/],
    [
      'with the same entry twice',
      () => samples('twice.json', entry(good), entry(good)),
      /twice\.json.*parse.*twice/s,
    ],
    [
      'with a negative value',
      () =>
        samples(
          'minus.json',
          entry([
            [1, 2],
            [-3, 4],
          ]),
        ),
      /minus\.json.*parse.*-3/s,
    ],
    [
      'with a value that is no number',
      () => samples('text.json', entry([['1']])),
      /text\.json: benchmarks\[0\]\.runs\[0\]\[0\].*number/,
    ],
    [
      'with an infinite value',
      () =>
        file(
          'inf.json',
          '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"a","metric":"b","unit":"ns","better":"lower","runs":[[1e999]]}]}',
        ),
      /inf\.json.*(Infinity|infinite|finite|number)/s,
    ],
    [
      'with an empty run',
      () => samples('hole.json', entry([[1], []])),
      /hole\.json: benchmarks\[0\]\.runs\[1\]/,
    ],
    [
      'with no direction',
      () => samples('way.json', entry(good, { better: 'both' })),
      /way\.json: benchmarks\[0\]\.better/,
    ],
    [
      'of another schema version',
      () => file('v2.json', { schema: 'stable-bench/samples@2', benchmarks: [] }),
      /v2\.json: schema/,
    ],
  ])('one %s is refused with exit code 64', async (_, make, message) => {
    const ended = await compare(make())
    expect(ended.stderr).toMatch(message)
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 64, stdout: '' })
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

  it('a truncated document says that it looks truncated', async () => {
    const text = JSON.stringify({ schema: 'stable-bench/samples@1', benchmarks: [entry(good)] })
    const { code, stderr } = await compare(file('cut.json', text.slice(0, -20)))
    expect(stderr).toMatch(/cut\.json: .*(truncated|breaks off)/)
    expect(code).toBe(64)
  })

  it('a broken gzip file is named', async () => {
    const { code, stderr } = await compare(file('broken.json.gz', 'not gzip'))
    expect(stderr).toMatch(/broken\.json\.gz: cannot be read: incorrect header check/)
    expect(code).toBe(64)
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

  it('two baseline documents cannot be one interleaved session', async () => {
    const args = [
      'compare',
      '--order',
      'interleaved',
      '--baseline',
      'good.json',
      'good2.json',
      '--candidate',
      'good.json',
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
