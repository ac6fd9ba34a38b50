// Programs that print what a file beside them says: called rows of the same code, or of other code.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parseResultDocument, renderResultDocument } from '../../src/formats/documents/result.ts'
import { comparedCode } from '../../src/job/builds/machine-code.ts'
import { makeBuilds } from '../../src/job/builds/make-builds.ts'
import { readableNames } from '../../src/job/builds/readable-names.ts'
import { measureBoth } from '../../src/job/measure-with-looks.ts'
import { startJob } from '../../src/job/start.ts'
import { layoutSeeds } from '../../src/measure/runs/layouts.ts'
import { defaultPolicy } from '../../src/model/index.ts'
import { isInstalled } from '../e2e/tool-example.ts'
import { jobRequest } from './job-request.ts'

const MAIN = `
#include <stdio.h>
__attribute__((noinline)) int shown(int time, int run) { return time + run % 5; }
int main(void) {
  int time = 0, run = 0;
  FILE *file = fopen("time", "r");
  fscanf(file, "%d", &time);
  file = fopen("runs", "a+");
  fputc('.', file);
  run = ftell(file);
  printf("parse: %d ns\\n", shown(time, run));
  return 0;
}
`

/** In its first run, the warm-up, it works for long enough to be seen. */
const WORKING = MAIN.replace(
  '  printf(',
  '  if (run == 1) for (volatile long i = 0; i < 1000000000; i++);\n  printf(',
)

function side(time: number, text: string, link = ''): string {
  const cwd = mkdtempSync(join(tmpdir(), 'stable-bench-job-code-'))
  writeFileSync(join(cwd, 'main.c'), text)
  writeFileSync(join(cwd, 'time'), String(time))
  execFileSync('bash', ['-e', '-c', `gcc -O2 main.c ${link} -o bench`], { cwd })
  return cwd
}

const request = (cwds: { baseline: string; candidate: string }) =>
  jobRequest(
    { baseline: './bench', candidate: './bench' },
    {
      cwds,
      tool: 'auto',
      pattern: { text: '(?<name>\\w+): (?<value>\\d+) (?<unit>ns)', unit: '', better: 'auto' },
      looks: [10],
      warmupRuns: 1,
    },
  )

async function measured(cwds: { baseline: string; candidate: string }, command = './bench') {
  const commands = { baseline: command, candidate: command }
  const job = await startJob({ ...request(cwds), commands }, new AbortController().signal)
  const told = { onRun: () => {}, onLine: () => {} }
  const { comparison, candidate } = await measureBoth(job, defaultPolicy, told)
  const notes = comparison.rows[0]?.warnings.filter(({ code }) => code === 'machine-code') ?? []
  const codes = comparison.rows[0]?.warnings.map(({ code }) => code)
  return {
    verdict: comparison.rows[0]?.verdict,
    notes: notes.map(({ message }) => message),
    codes,
    candidate,
  }
}

const c = isInstalled('gcc') && isInstalled('objdump') ? describe : describe.skip

c('a row that was called', () => {
  it('says that the code is the same where only its place or its data differ', async () => {
    const { verdict, notes, candidate } = await measured({
      baseline: side(10_000, MAIN),
      candidate: side(13_000, MAIN, '-Wl,--section-start=.text=0x8000'),
    })
    expect(verdict).toBe('regression')
    expect(notes).toEqual([
      expect.stringMatching(
        /^all \d+ functions of bench are the same machine code; only their addresses differ$/,
      ),
    ])
    const stored = parseResultDocument(renderResultDocument(candidate), 'result.json')
    expect(stored.machineCode).toEqual(candidate.machineCode)
  })

  it('says that the program is the same where it only reads something else, and nothing of its place', async () => {
    const stripped = '-s'
    const sides = { baseline: side(10_000, MAIN, stripped), candidate: side(13_000, MAIN, stripped) }
    const { verdict, notes, codes } = await measured(sides)
    expect(verdict).toBe('regression')
    expect(notes).toEqual([
      'bench is the same on both sides, byte for byte: the cause is elsewhere, in what it reads or loads for example',
    ])
    expect(codes).not.toContain('one-placement')
  })

  it('names the functions of a library that the program loads', async () => {
    const built = (time: number, text: string) => {
      const [shown = '', ...main] = text.split('\n').filter(line => line.includes('shown'))
      const cwd = side(time, text)
      expect(main).toHaveLength(1)
      writeFileSync(join(cwd, 'shown.c'), shown)
      writeFileSync(join(cwd, 'main.c'), text.replace(shown, 'int shown(int, int);'))
      const link = '-Wl,-rpath,\\$ORIGIN'
      execFileSync(
        'bash',
        ['-c', `gcc -O2 -shared -fPIC shown.c -o libshown.so; gcc -O2 main.c -L. -lshown ${link} -o bench`],
        { cwd },
      )
      return cwd
    }
    const { notes } = await measured({
      baseline: built(10_000, WORKING),
      candidate: built(13_000, WORKING.replace('run % 5', 'run % 7')),
    })
    expect(notes).toEqual([expect.stringMatching(/^1 of \d+ functions of libshown\.so changed: shown$/)])
  })

  it('names the functions that changed', async () => {
    const { notes } = await measured({
      baseline: side(10_000, MAIN),
      candidate: side(13_000, MAIN.replace('run % 5', 'run % 7')),
    })
    expect(notes).toEqual([expect.stringMatching(/^1 of \d+ functions of bench changed: shown$/)])
  })

  it('names a function of Rust as people write it, without the hash of its build', async () => {
    const rust = (hash: string) =>
      MAIN.replace(
        /(?=__attribute__)/,
        `int shown(int, int) __asm__("_ZN28_$LT$u16$u20$as$u20$x..U$GT$3fmt17h${hash}E");\n`,
      )
    const { notes } = await measured({
      baseline: side(10_000, rust('0123456789abcdef')),
      candidate: side(13_000, rust('fedcba9876543210').replace('run % 5', 'run % 7')),
    })
    expect(notes).toEqual([
      expect.stringMatching(/^1 of \d+ functions of bench changed: <u16 as x::U>::fmt$/),
    ])
  })

  it('says why its functions cannot be compared', async () => {
    const { notes } = await measured({
      baseline: side(10_000, MAIN, '-s'),
      candidate: side(13_000, MAIN.replace('run % 5', 'run % 7')),
    })
    expect(notes).toEqual(['whether functions of bench changed cannot be said: it has no symbols (stripped)'])
  })

  it('says that a script has none, and does not publish its command', async () => {
    const { verdict, notes } = await measured(
      { baseline: side(10_000, MAIN), candidate: side(13_000, MAIN) },
      'TOKEN=secret sh -c "$(echo ./ben)ch"',
    )
    expect({ verdict, notes }).toEqual({
      verdict: 'regression',
      notes: [
        'whether functions of the command changed cannot be said: no program that was linked here was seen in it; ' +
          'a script has no machine code; name a program that it starts in artifacts',
      ],
    })
  })

  it('compares the program that a script was seen to start', async () => {
    const { verdict, notes, candidate } = await measured(
      { baseline: side(10_000, WORKING), candidate: side(13_000, WORKING.replace('run % 5', 'run % 7')) },
      'sh -c "$(echo ./ben)ch"',
    )
    expect(verdict).toBe('regression')
    expect(notes).toEqual([expect.stringMatching(/^1 of \d+ functions of bench changed: shown$/)])
    expect(candidate.plan?.ownBinary).toBe(true)
  })

  it('names the program that the run links and removes', async () => {
    const { notes, candidate } = await measured(
      { baseline: side(10_000, WORKING), candidate: side(13_000, WORKING) },
      'd=$(mktemp -d); cp bench $d/parse.test; $d/parse.test; rm -r $d',
    )
    expect(notes).toEqual([
      'whether functions of the command changed cannot be said: parse.test, which it links, is gone after the run; ' +
        'build it in setup (go test -c), and run that',
    ])
    expect(candidate.plan?.ownBinary).toBe(true)
  })

  it('says nothing of its code or its place where both sides run the same file', async () => {
    const cwd = side(
      10_000,
      MAIN.replace('int main(void) {', 'int main(int count, char **words) {').replace(
        '%d ns\\n", shown(time, run)',
        '%d ns\\n", count * shown(time, run)',
      ),
    )
    const job = await startJob(
      {
        ...request({ baseline: cwd, candidate: cwd }),
        commands: { baseline: './bench', candidate: './bench more' },
      },
      new AbortController().signal,
    )
    const told = { onRun: () => {}, onLine: () => {} }
    const { comparison } = await measureBoth(job, defaultPolicy, told)
    expect(comparison.rows[0]).toMatchObject({ verdict: 'regression', warnings: [] })
  })

  it('has a function that changed in one of two programs, although the other one has it as it was', async () => {
    const two = (first: string) => {
      const cwd = side(10_000, first)
      execFileSync('mv', ['bench', 'first'], { cwd })
      writeFileSync(join(cwd, 'main.c'), MAIN)
      execFileSync('gcc', ['-O2', 'main.c', '-o', 'second'], { cwd })
      return cwd
    }
    const cwds = { baseline: two(MAIN), candidate: two(MAIN.replace('run % 5', 'run % 7')) }
    const command = './first && ./second'
    const commands = { baseline: command, candidate: command }
    const job = await startJob({ ...request(cwds), commands }, new AbortController().signal)
    const { programs, classes } = await comparedCode(job, { onRun: () => {}, onLine: () => {} })
    expect(programs.map(({ program, changed }) => [program, changed.names])).toEqual([['first', ['shown']]])
    expect([classes.get('shown'), classes.get('main')]).toEqual(['changed', 'same'])
  })

  it('names a build of a layout as the command does', async () => {
    const cwds = { baseline: side(10_000, MAIN), candidate: side(13_000, MAIN.replace('run % 5', 'run % 7')) }
    const job = await startJob(
      {
        ...request(cwds),
        commands: { baseline: './b.{layout}', candidate: './b.{layout}' },
        layouts: layoutSeeds(1, 5),
        relink: 'cp bench b.{layout}; echo {layout} >>b.{layout}',
      },
      new AbortController().signal,
    )
    await makeBuilds(job, 5, () => {})
    const { programs } = await comparedCode(job, { onRun: () => {}, onLine: () => {} })
    expect(programs).toMatchObject([{ program: 'b.{layout}', changed: { names: ['shown'] } }])
  })

  it('is not the case where nothing changed: then nothing is compared', async () => {
    const { candidate } = await measured({ baseline: side(10_000, MAIN), candidate: side(10_000, MAIN) })
    expect(candidate.machineCode).toBeUndefined()
  })
})

c('names of machine code', () => {
  const readable = (names: string[], isBare?: boolean) =>
    readableNames(names, new AbortController().signal, isBare)
  const template = '_Z5twiceIiET_S0_'

  it('are shown as people write them, and bare as profilers do', async () => {
    expect(await readable([template])).toEqual(['int twice<int>(int)'])
    expect(await readable([template, 'main.words', `${template}.constprop.0`], true)).toEqual([
      'twice<int>',
      'main.words',
      'twice<int>',
    ])
  })

  it('name no files, and may be longer than a command line', async () => {
    const hostile = ['@/etc/passwd', '-p', '@', `_Z${'x'.repeat(300_000)}`]
    const long = Array.from({ length: 1000 }, (_, i) => `_Z5000${'y'.repeat(5000)}v${i}`)
    const shown = await readable([...hostile, ...long, template], true)
    expect(shown.slice(0, 3)).toEqual(hostile.slice(0, 3))
    expect([shown.length, shown.at(-1)]).toEqual([1005, 'twice<int>'])
  })
})
