// Real processes, real builds: each build is a program that prints the layout it was made for.
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../src/compare/compare-sessions.ts'
import { interleavedRequest } from '../../src/compare/comparison-request.ts'
import { parseResultDocument, renderResultDocument } from '../../src/formats/documents/result.ts'
import { parseInputs } from '../../src/inputs/parse.ts'
import { makeBuilds, removeBuilds } from '../../src/job/builds/make-builds.ts'
import { measureTo } from '../../src/job/make-runs.ts'
import { measureBoth, measureOne } from '../../src/job/measure-with-looks.ts'
import { assertInputs } from '../../src/job/request/assert-inputs.ts'
import type { MeasureRequest } from '../../src/job/request/request.ts'
import { sessionOf } from '../../src/job/session.ts'
import { startJob } from '../../src/job/start.ts'
import { requestOfBoth, requestOfOne } from '../../src/job/suites/suite-request.ts'
import { whileMeasuring } from '../../src/job/until-stopped.ts'
import { layoutSeeds } from '../../src/measure/runs/layouts.ts'
import { defaultPolicy } from '../../src/model/index.ts'
import { jobRequest, unpinned } from './job-request.ts'

const layouts = layoutSeeds(1, 6)

/** Makes a build that prints its layout and how long its environment is. */
const LINK =
  "printf '#!/bin/sh\\necho layout: {layout} ns; echo environment: $(env -0 | wc -c) ns\\n' >b.{layout}; chmod +x b.{layout}"

const directory = () => mkdtempSync(join(tmpdir(), 'stable-bench-layouts-'))

const both = (overrides: Partial<MeasureRequest> = {}) =>
  jobRequest(
    { baseline: './b.{layout}', candidate: './b.{layout}' },
    {
      cwds: { baseline: directory(), candidate: directory() },
      tool: 'auto',
      pattern: { text: '(?<name>\\w+): (?<value>\\d+) (?<unit>ns)', unit: '', better: 'auto' },
      layouts,
      relink: LINK,
      looks: [5, 8],
      ...overrides,
    },
  )

const told = () => {
  const lines: string[] = []
  return { lines, onRun: () => {}, onLine: (line: string) => void lines.push(line) }
}

async function measured(request: MeasureRequest, runs: number, listeners = told()) {
  const job = await startJob(request, new AbortController().signal)
  await measureTo(job, runs, listeners)
  return job
}

describe('runs with layouts', () => {
  it('are each of another build, both sides of a round of the same, and begin anew after the last', async () => {
    const job = await measured(both(), 8)
    const wanted = [...layouts, ...layouts.slice(0, 2)].map(layout => [layout])
    for (const side of ['baseline', 'candidate'] as const) {
      const session = sessionOf(job, side)
      expect(session.plan?.layouts).toEqual(layouts)
      expect(session.benchmarks.find(({ name }) => name === 'layout')?.runs).toEqual(wanted)
      // The stack moves with the layout: no two builds have an environment of the same length, but by chance.
      const lengths = session.benchmarks.find(({ name }) => name === 'environment')?.runs.flat() ?? []
      expect(new Set(lengths.slice(0, 6)).size).toBeGreaterThan(3)
      expect(lengths.slice(6)).toEqual(lengths.slice(0, 2))
    }
  })

  it('have their builds made when a look needs them, of both sides, and not before', async () => {
    const request = both()
    const job = await startJob(request, new AbortController().signal)
    const { lines, ...listeners } = told()
    await measureTo(job, 5, listeners)
    for (const cwd of Object.values(request.cwds ?? {}))
      expect(readdirSync(cwd).sort()).toEqual(
        layouts
          .slice(0, 5)
          .map(layout => `b.${layout}`)
          .sort(),
      )
    await measureTo(job, 8, listeners)
    expect(existsSync(join(request.cwds?.baseline ?? '', `b.${layouts[5]}`))).toBe(true)
    expect(lines).toEqual(['linking 5 layouts of each side', 'linking 1 layout of each side'])
  })

  it('are of a service where that is what is built, and not the load', async () => {
    const request = both({
      commands: { baseline: 'true', candidate: 'true' },
      service: { command: './b.{layout} {port}', ready: '', readyTimeoutMs: 1000 },
      pinning: unpinned,
    })
    const job = await startJob(request, new AbortController().signal)
    await makeBuilds(job, 5, () => {})
    for (const cwd of Object.values(request.cwds ?? {})) expect(readdirSync(cwd)).toHaveLength(5)
    removeBuilds(job)
    for (const cwd of Object.values(request.cwds ?? {})) expect(readdirSync(cwd)).toEqual([])
  })

  it('take the builds that are there where no command makes each', async () => {
    const cwds = { baseline: directory(), candidate: directory() }
    await measured(both({ cwds }), 5)
    await expect(measured(both({ cwds, relink: '' }), 5)).resolves.toBeDefined()
  })

  it('have their builds removed in the end, but not those that were there before', async () => {
    const request = jobRequest(
      { candidate: './b.{layout}' },
      { layouts, relink: `${LINK}; echo done >relinked`, looks: [5], tool: 'process' },
    )
    const kept = join(request.cwd, `b.${layouts[0]}`)
    writeFileSync(kept, '')
    await whileMeasuring(request, () => {}, measureOne)
    expect(readdirSync(request.cwd).sort()).toEqual([`b.${layouts[0]}`, 'relinked'])
    const failing = { ...request, commands: { candidate: './b.{layout} && false' } }
    await expect(whileMeasuring(failing, () => {}, measureOne)).rejects.toThrow(/failed with exit code 1/)
    expect(readdirSync(request.cwd).sort()).toEqual([`b.${layouts[0]}`, 'relinked'])
  })

  it('have the same names although a tool names them by their command', async () => {
    const relink = LINK.replace('layout: {layout} ns', './b.{layout}: 7 ns')
    const pattern = {
      text: '(?<name>[./\\w]+): (?<value>\\d+) (?<unit>ns)',
      unit: '',
      better: 'auto' as const,
    }
    const job = await measured(both({ relink, pattern }), 5)
    expect(sessionOf(job, 'candidate').benchmarks.map(({ name }) => name)).toEqual([
      './b.{layout}',
      'environment',
    ])
  })

  it('count once where they are the same file, of either side', async () => {
    const eight = layoutSeeds(1, 8)
    // The baseline has the build of layout 1 again in 2, the candidate that of 3 in 4.
    const [, one, two, three, four] = eight
    const again = `case $STABLE_BENCH_SIDE-{layout} in baseline-${two}) of=${one};; candidate-${four}) of=${three};; *) of={layout}; esac`
    const relink = `${again}; echo "echo layout: $of ns" >b.{layout}`
    const job = await measured(
      both({
        layouts: eight,
        relink,
        commands: { baseline: 'bash b.{layout}', candidate: 'bash b.{layout}' },
      }),
      8,
    )
    const six = eight.filter(layout => layout !== two && layout !== four)
    for (const side of ['baseline', 'candidate'] as const) {
      const { plan, benchmarks, warnings } = sessionOf(job, side)
      expect(plan?.layouts).toEqual(six)
      expect(benchmarks[0]?.runs.flat()).toEqual([...six, ...six.slice(0, 2)])
      expect(warnings).toContainEqual({
        code: 'few-layouts',
        message: expect.stringMatching(/^with 6 builds a side.*: the others of 8 are the same files again/),
      })
    }
  })

  it('may be no files at all: a seed that the program takes', async () => {
    const command = ['sh', '-c', 'echo seed: {layout} ns']
    const job = await measured(both({ commands: { candidate: command }, relink: '' }), 5)
    expect(sessionOf(job, 'candidate').benchmarks[0]?.runs.flat()).toEqual(layouts.slice(0, 5))
  })
})

/**
 * Makes a build whose time depends on its layout: `usual` but for the `odd` layout of the candidate. Runs vary by a thousandth.
 */
const linkTimes = (usual: { baseline: number; candidate: number }, odd: { layout: number; time: number }) => `
  time=${usual.baseline}
  if [ $STABLE_BENCH_SIDE = candidate ]; then time=${usual.candidate}; [ {layout} != ${odd.layout} ] || time=${odd.time}; fi
  printf '%s\\n' '#!/bin/bash' '# {layout}' 'echo parse: '$time$(({layout} % 10))' ns; echo print: 5000$((RANDOM % 10)) ns' >b.{layout}
  chmod +x b.{layout}`

describe('a benchmark that one build a side calls changed', () => {
  const eight = layoutSeeds(2, 8)
  const [first = 0] = eight
  const compared = async (relink: string, known: Partial<MeasureRequest> = {}) => {
    const request = both({ layouts: [first], calledLayouts: eight, relink, looks: [5, 10], ...known })
    const { lines, ...listeners } = told()
    const job = await startJob(request, new AbortController().signal)
    const found = await measureBoth(job, defaultPolicy, listeners)
    const rows = Object.fromEntries(found.comparison.rows.map(row => [row.benchmark, row]))
    return { ...found, rows, lines }
  }

  it('is unchanged where eight builds of each side say so, and its row says what it was', async () => {
    const { rows, lines, baseline, candidate, comparison } = await compared(
      linkTimes({ baseline: 1000, candidate: 1000 }, { layout: first, time: 1200 }),
    )
    expect(rows.parse).toMatchObject({ verdict: 'no-change', runs: { baseline: 8, candidate: 8 } })
    expect(rows.parse?.warnings).toContainEqual({
      code: 'placement',
      message: 'one build a side said +20 %: that was where the linker put the code, and not the code',
    })
    expect(rows.print).toMatchObject({ verdict: 'no-change', runs: { baseline: 5, candidate: 5 } })
    expect(comparison.outcome).toBe('pass')
    // The row of one build is unchanged, too, but as two builds.
    expect(comparison.warnings).toContainEqual({
      code: 'one-build',
      message:
        '"no change" of print speaks of one build a side, and not of the code; layouts: 20 speaks of the code',
    })
    expect(lines).toContain(
      'called with one build a side: parse; 8 builds a side tell whether it is the code',
    )
    // The documents say the same to whoever compares them later.
    const again = [baseline, candidate].map(each => parseResultDocument(renderResultDocument(each), 'again'))
    const [before, after] = again as [typeof baseline, typeof candidate]
    expect(compareSessions(interleavedRequest([before], [after], defaultPolicy)).rows).toEqual(
      comparison.rows,
    )
  }, 60_000)

  it('is a regression where eight builds of each side call it, too', async () => {
    const { rows } = await compared(
      linkTimes({ baseline: 1000, candidate: 1050 }, { layout: first, time: 1200 }),
    )
    expect(rows.parse).toMatchObject({ verdict: 'regression', runs: { baseline: 8, candidate: 8 } })
    expect(rows.parse?.ratio).toBeCloseTo(1.05, 2)
    expect(rows.parse?.warnings.map(({ message }) => message)).toContain(
      '8 builds a side call it, too: it is not where the linker put the code',
    )
  }, 60_000)

  it('is an improvement where eight builds of each side say the opposite', async () => {
    const { rows } = await compared(
      linkTimes({ baseline: 1000, candidate: 850 }, { layout: first, time: 1030 }),
    )
    expect(rows.parse).toMatchObject({ verdict: 'improvement', runs: { baseline: 8, candidate: 8 } })
    expect(rows.parse?.warnings.map(({ message }) => message)).toContain(
      'one build a side said +3.0 %, and 8 builds a side the opposite: where the linker puts the code moves it by more than the change does',
    )
  }, 60_000)

  it('gets builds as well where placement is known to hide what they would show', async () => {
    const placement = { builds: 20, sd: 0.03, seen: 0.03, farthest: 0.1 }
    const placements = [{ benchmark: 'print', metric: 'time', ...placement }]
    const { rows, lines, baseline, candidate } = await compared(
      linkTimes({ baseline: 1000, candidate: 1000 }, { layout: 0, time: 0 }),
      { placements },
    )
    expect(rows.print).toMatchObject({ verdict: 'no-change', runs: { baseline: 8, candidate: 8 } })
    expect(rows.parse).toMatchObject({ verdict: 'no-change', runs: { baseline: 5, candidate: 5 } })
    expect(lines).toContain(
      'moved by placement more than the band: print; 8 builds a side tell whether it is the code',
    )
    expect([baseline.placements, candidate.placements]).toEqual([placements, undefined])
  }, 60_000)

  it('needs no further builds where nothing is called', async () => {
    const { rows, lines } = await compared(
      linkTimes({ baseline: 1000, candidate: 1000 }, { layout: 0, time: 0 }),
    )
    expect(rows.parse).toMatchObject({ verdict: 'no-change' })
    expect(lines.filter(line => line.startsWith('linking'))).toEqual(['linking 1 layout of each side'])
  }, 60_000)
})

describe('builds that cannot be', () => {
  const refused = async (overrides: Partial<MeasureRequest>, message: RegExp) => {
    await expect(measured(both(overrides), 5)).rejects.toThrow(message)
  }

  it('are refused where all of them are one file: the linker was not told', () =>
    refused(
      { relink: 'cp /bin/true b.{layout}' },
      /all 5 builds are the same file, byte for byte: the linker was not told the layout/,
    ))

  it('are refused where they are too few different files, although the linker was told', () =>
    refused(
      {
        relink: 'echo $(({layout} % 2)) >b.{layout}',
      },
      /[56] builds are only 2 different files, and 5 are needed at least: the linker has too little to put elsewhere/,
    ))

  it('are refused where the command runs another file', () =>
    refused(
      { relink: 'cp /bin/true c.{layout}' },
      new RegExp(
        `relink made no build ${layouts[0]}: there is no \\./b\\.${layouts[0]}; let relink write the file`,
      ),
    ))

  it('are refused where setup made some of them only', async () => {
    const cwds = { baseline: directory(), candidate: directory() }
    await measured(both({ cwds, layouts: layouts.slice(0, 5) }), 5)
    await expect(measured(both({ cwds, relink: '', looks: [6] }), 6)).rejects.toThrow(
      `setup made no build ${layouts[5]}`,
    )
  })

  it('are refused where the command starts one that nothing made', () =>
    refused(
      { relink: '' },
      /setup made no build \d+: there is no \.\/b\.\d+; STABLE_BENCH_LAYOUTS has .*; or let relink make each/,
    ))

  it('are refused where each has names of its own, and nothing is left behind', async () => {
    const name = 'layout$(({layout} % 1000)): 5 ns'
    const relink = `echo '#!/bin/sh' >b.{layout}; echo "echo ${name}" >>b.{layout}; chmod +x b.{layout}`
    const request = both({ relink })
    const measuring = whileMeasuring(
      request,
      () => {},
      (job, listeners) => measureBoth(job, defaultPolicy, listeners),
    )
    await expect(measuring).rejects.toThrow(
      /^layouts: no benchmark has the same name in all builds: layout\d+, layout\d+; let the command print names/,
    )
    for (const cwd of Object.values(request.cwds ?? {})) expect(readdirSync(cwd)).toEqual([])
  })

  it('are reported with the output of the linker, and the side', () =>
    refused(
      { relink: 'echo no such symbol {layout} >&2; exit 3' },
      /relink command .* for layout \d+ of the \w+ failed with exit code 3.*\n.*no such symbol/s,
    ))
})

describe('inputs about layouts', () => {
  it.each<[string, Partial<MeasureRequest>, RegExp]>([
    [
      'a linker without layouts',
      { layouts: [] },
      /relink: makes builds of several layouts, and layouts is 0/,
    ],
    [
      'a linker that is not told',
      { relink: 'make' },
      /relink: .*which build it makes; put \{layout\} into it/,
    ],
    [
      'too few builds',
      { layouts: layouts.slice(0, 4) },
      /layouts: fewer than 5 builds decide nothing, got 4/,
    ],
    ['a duet with too few', { duet: true, looks: [10, 20] }, /duet and layouts: .*may be 20 pairs/],
  ])('refuse %s', (_, overrides, message) => {
    expect(() => assertInputs(both(overrides))).toThrow(message)
  })

  it('make a build for each run of a session of one side, in which nothing can be called', () => {
    const values = { ...parseInputs('ab', () => ''), relink: 'make p.{layout}', command: './p.{layout}' }
    const of = (asked: 'auto' | 'called' | number) =>
      requestOfOne({ ...values, layouts: asked }, { root: '/here', looks: [10] })
    for (const asked of ['auto', 'called'] as const)
      expect(of(asked)).toMatchObject({ layouts: { length: 20 }, calledLayouts: [] })
    expect(of(6).layouts).toHaveLength(6)
    expect(
      requestOfBoth({ baseline: values, candidate: values }, { baseline: '/a', candidate: '/b' }),
    ).toMatchObject({ layouts: { length: 1 }, calledLayouts: { length: 20 } })
  })

  it('leave one build a side where only one commit knows layouts, and say so', () => {
    const values = { ...parseInputs('ab', () => ''), layouts: 20 }
    const request = requestOfBoth(
      { baseline: { ...values, command: './p' }, candidate: { ...values, command: './p.{layout}' } },
      { baseline: '/base', candidate: '/candidate' },
    )
    expect(request.layouts).toHaveLength(1)
    expect(request.notes).toEqual([
      {
        code: 'layouts-of-one-side',
        message: expect.stringContaining('only the command of the candidate has {layout}'),
      },
    ])
  })
})
