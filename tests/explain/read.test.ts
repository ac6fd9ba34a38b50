// Profiles as real tools wrote them (fixtures), and what is no profile.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import {
  frameName,
  isOfInterpreter,
  joinProfiles,
  type Profile,
  selfTimes,
} from '../../src/explain/profile.ts'
import { readPerfScript } from '../../src/explain/read/perf-script.ts'
import { readProfile } from '../../src/explain/read/read.ts'

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url))

/** The functions with the most own time, in whole percents. */
function top(profile: Profile, most = 2): string[] {
  const total = [...profile.stacks.values()].reduce((sum, weight) => sum + weight, 0)
  return [...selfTimes(profile)]
    .sort(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([name, time]) => `${name} ${Math.round((100 * time) / total)} %`)
}

describe('a profile is read', () => {
  it('from perf script, with the time of each sample and the file of the machine code', () => {
    const profile = readPerfScript(fixture('perf-script.txt').toString())
    expect(top(profile)).toEqual(['parse_number 66 %', 'hash_bytes 34 %'])
    expect(profile.places.get('parse_number')).toEqual({ file: '/src/sum', line: null })
    expect([...profile.stacks.keys()]).toContain('sum;__libc_start_call_main;parse_number')
    expect(profile.samples).toBe(fixture('perf-script.txt').toString().match(/^sum/gm)?.length)
  })

  it('from perf script, where a path or the name of a function has parentheses', () => {
    const frames = [
      'work (/tmp/my copy (2)/sum)',
      'V::operator() (/src/sum)',
      'gone (/tmp/sum (deleted))',
      '[unknown] ([vdso])',
    ]
    const text = frames.map(frame => `sum 7\n\t1f ${frame}\n\n`).join('')
    const { stacks, places } = readPerfScript(text)
    expect([...stacks.keys()]).toEqual(['sum;work', 'sum;V::operator()', 'sum;gone', 'sum;[[vdso]]'])
    expect(places.get('work')).toEqual({ file: '/tmp/my copy (2)/sum', line: null })
  })

  it('is known to be of the interpreter where Python does not say what it runs', () => {
    const sample = (...frames: string[]) =>
      readPerfScript(`python3 7\n${frames.map(frame => `\t1f ${frame}\n`).join('')}\n`)
    const interpreter = '_PyEval_EvalFrameDefault (/usr/bin/python3.11)'
    expect(isOfInterpreter([sample('PyNumber_Add (/usr/bin/python3.11)', interpreter)])).toBe(true)
    const named = sample(
      'PyNumber_Add (/usr/bin/python3.12)',
      'py::parse:/src/b.py (/tmp/perf-7.map)',
      interpreter,
    )
    expect(isOfInterpreter([named])).toBe(false)
    expect(isOfInterpreter([sample('main (/src/sum)')])).toBe(false)
  })

  it("from node's --cpu-prof, with file and line of each function", () => {
    const profile = readProfile(fixture('node.cpuprofile'))
    expect(top(profile, 1)[0]).toMatch(/^(digest|parseValue) \(bench\.mjs\) \d+ %$/)
    expect(profile.places.get('digest (bench.mjs)')).toEqual({ file: '/src/bench.mjs', line: 36 })
    expect(
      [...profile.stacks.keys()].some(stack =>
        /\(anonymous\) \(bench\.mjs\);digest \(bench\.mjs\)$/.test(stack),
      ),
    ).toBe(true)
  })

  it("from go test's -cpuprofile, which is pprof", () => {
    const profile = readProfile(fixture('go.pprof'))
    expect(top(profile, 1)[0]).toMatch(/^x\.Parse \d\d %$/)
    expect(profile.places.get('x.Parse')).toEqual({ file: '/src/a_test.go', line: expect.any(Number) })
    expect([...profile.stacks.keys()]).toContain(
      'testing.(*B).launch;testing.(*B).runN;x.BenchmarkParse;x.Parse',
    )
  })

  it('from py-spy and from async-profiler, which write collapsed stacks', () => {
    const python = readProfile(fixture('py-spy.txt'))
    expect(top(python, 1)).toEqual(['parse (bench.py) 95 %'])
    expect(python.places.get('parse (bench.py)')).toEqual({ file: 'bench.py', line: 1 })
    expect(top(readProfile(fixture('async-profiler.txt')))).toEqual([
      'Bench.parseNumber 58 %',
      'Bench.hashBytes 39 %',
    ])
  })

  it('from what perf sees of Python, by the names of its functions alone', () => {
    const interpreter = '\t   1cfe1d _PyEval_EvalFrameDefault (/usr/lib/libpython3.12.so.1.0)'
    const own =
      '\t 7f01 py::parse:/src/bench.py (/tmp/perf-12.map)\n\t 7f02 py::<module>:/src/bench.py (/tmp/perf-12.map)'
    const profile = readPerfScript(
      `python3  1003009 \n${interpreter}\n${own}\n\nmy thread  1003009 \n${own}\n`,
    )
    expect([...profile.stacks]).toEqual([
      ['python3;<module> (bench.py);parse (bench.py)', 1003009],
      ['my thread;<module> (bench.py);parse (bench.py)', 1003009],
    ])
  })

  it('from what perf sees of a JVM, whose methods are in the map that it writes', () => {
    const profile = readPerfScript(
      'java  1003009 \n\t    7f0d50ec7d1d int Bench.parseNumber(int) (/tmp/perf-2617.map)\n' +
        '\t    7f0d50ec8120 void Bench.main(java.lang.String[]) (/tmp/perf-2617.map)\n' +
        '\t    7f0d50900d0b Interpreter (/tmp/perf-2617.map)\n' +
        '\t          ea38c5 Thread::call_run (/usr/lib/jvm/java-17/lib/server/libjvm.so)\n',
    )
    expect([...profile.stacks.keys()]).toEqual([
      'java;Thread::call_run;Interpreter;Bench.main(java.lang.String[]);Bench.parseNumber(int)',
    ])
    expect(profile.places.has('Bench.parseNumber(int)')).toBe(false)
  })

  it('of several processes as one', () => {
    const one = readProfile(Buffer.from('main;parse 3\n'))
    const joined = joinProfiles([one, readProfile(Buffer.from('main;parse 4\nmain 1\n'))])
    expect([...joined.stacks]).toEqual([
      ['main;parse', 7],
      ['main', 1],
    ])
    expect(joined.samples).toBe(8)
  })

  it('as empty where nothing was sampled', () => {
    expect(readProfile(Buffer.alloc(0)).samples).toBe(0)
    expect(readPerfScript('').samples).toBe(0)
  })
})

describe('what is no profile', () => {
  it.each([
    ['text', Buffer.from('Segmentation fault\n')],
    ['other JSON', Buffer.from('{"nodes": 3}')],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0', 'latin1')],
    [
      'pprof that is cut short',
      gzipSync(Buffer.concat([fixture('go.pprof')].map(each => each.subarray(0, 300)))),
    ],
    ['a varint without end', Buffer.alloc(64, 0xff)],
  ])('is refused: %s', (_, bytes) => {
    expect(() => readProfile(bytes)).toThrow(/is no profile|is cut short/)
  })

  it('does not hang on a tree of V8 that goes in circles', () => {
    const node = (id: number, children: number[]) => ({
      id,
      children,
      callFrame: { functionName: `f${id}`, url: '', lineNumber: 0 },
    })
    const circle = { nodes: [node(1, [2]), node(2, [1])], samples: [2, 1], timeDeltas: [1, 1] }
    expect(readProfile(Buffer.from(JSON.stringify(circle))).samples).toBe(2)
  })
})

describe('the name of a function', () => {
  it.each([
    ['parse::number::h0123456789abcdef', 'parse::number'],
    ['parse.constprop.0.isra.3', 'parse'],
    ['parse.part.1.cold', 'parse'],
    ['a;b\n\u001b[31mc', 'a:b:[31mc'],
    ['', '[unknown]'],
    ['std::map<int, int>::at(int const&)', 'std::map<int, int>::at(int const&)'],
  ])('%j is %j on both sides', (given, name) => {
    expect(frameName(given)).toBe(name)
  })

  it('is cut', () => {
    expect(frameName('x'.repeat(10_000))).toHaveLength(300)
  })
})
