import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { measureBoth } from '../../../src/job/measure-with-looks.ts'
import { looksAtBoth, looksIfChosen, runsAlone } from '../../../src/job/request/planned-looks.ts'
import { startJob } from '../../../src/job/start.ts'
import { defaultPolicy } from '../../../src/model/index.ts'
import { jobRequest } from '../job-request.ts'

describe('the planned looks', () => {
  it.each([
    ['auto', 20, [5, 7, 10, 14, 20]],
    ['auto', 40, [5, 7, 10, 14, 20, 28, 40]],
    [10, 20, [10, 14, 20]],
    [5, 7, [5, 7]],
    [5, 6, [5, 6]],
    [7, 20, [7, 10, 14, 20]],
    [10, 25, [10, 14, 20, 25]],
    [10, 23, [10, 14, 23]],
    [20, 20, [20]],
    [30, 20, [30]],
    [5, 1000, [5, 7, 10, 14, 20, 28, 40, 57, 80, 113, 160, 226, 320, 453, 640, 1000]],
  ] as const)('with %s runs and at most %i are after %j', (runs, most, looks) => {
    expect(looksAtBoth({ runs, 'max-runs': most })).toEqual(looks)
  })

  it('of a duet end where they have to, also before the usual first one', () => {
    expect(looksAtBoth({ runs: 'auto', 'max-runs': 7, duet: true })).toEqual([7])
    expect(looksIfChosen({ runs: 'auto', 'max-runs': 7, duet: 'auto', cpus: 'auto' })).toEqual({
      duetLooks: [7],
    })
  })

  it('are none where one side is measured alone', () => {
    expect([runsAlone({ runs: 'auto' }), runsAlone({ runs: 7 })]).toEqual([10, 7])
  })
})

/**
 * Prints `steady` without noise, and `wild` with more noise than twenty runs can see through, each side with its own; each run
 * knows its number.
 */
const program = `
count=$(cat "$2.$1" 2>/dev/null || echo 0)
case $2 in *.baseline) first=0 ;; *) first=30 ;; esac
echo $((count + 1)) >"$2.$1"
if [ "$1" = wild ]; then value=$((100 + (first + count * 55) % 89)); else value=$((100000 + count * 7 % 5)); fi
printf '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"%s","metric":"time","unit":"ns","better":"lower","runs":[[%s]]}]}' "$PREFIX$1" "$value"
`

describe('measuring both sides', () => {
  const measure = async (prefix: string) => {
    const script = join(mkdtempSync(join(tmpdir(), 'stable-bench-looks-')), 'bench.sh')
    writeFileSync(script, program)
    const names = ['steady', 'wild']
    const command = (side: string) => `PREFIX='${prefix}' bash ${script} {benchmark} ${script}.${side}`
    const request = jobRequest(
      { baseline: command('baseline'), candidate: command('candidate') },
      { benchmarks: { baseline: names, candidate: names }, looks: [5, 11], tool: 'samples' },
    )
    const job = await startJob(request, new AbortController().signal)
    const made: (string | undefined)[] = []
    const lines: string[] = []
    const compared = await measureBoth(job, defaultPolicy, {
      onRun: ({ planned }) => void made.push(planned.benchmark),
      onLine: line => void lines.push(line),
    })
    return { ...compared, made, lines }
  }

  it.each([
    ['name', ''],
    ['are called otherwise in the results', 'suite/'],
  ])(
    'stops with a benchmark that is decided, and goes on with those that are not (%s)',
    async (_, prefix) => {
      const { comparison, baseline, candidate, made, lines } = await measure(prefix)
      const named = prefix === '' ? 'wild' : `wild/${prefix}wild`
      expect(lines[0]).toMatch(
        `after 5 runs per side 1 of 2 rows decided; next comparison at 11 runs (${named}), in about `,
      )
      expect(lines[1]).toMatch('after 11 runs per side 1 of 2 rows decided')
      expect(lines).toHaveLength(2)
      expect(made.filter(name => name === 'steady')).toHaveLength(10)
      expect(made.filter(name => name === 'wild')).toHaveLength(22)
      for (const side of [baseline, candidate]) {
        expect(side.benchmarks.map(({ runs }) => runs.length)).toEqual([5, 11])
        expect(side.plan).toMatchObject({ runs: 11, looks: [5, 11] })
      }
      expect(comparison.looks).toEqual([5, 11])
      expect(comparison.rows.map(({ verdict, runs }) => [verdict, runs.candidate])).toEqual([
        ['no-change', 5],
        ['inconclusive', 11],
      ])
    },
    60_000,
  )
})

describe('the looks of a duet that ab may choose', () => {
  const auto = { runs: 'auto', 'max-runs': 'auto', duet: 'auto', cpus: 'auto', seed: 0 } as const

  it('are twice as many pairs as interleaved runs, or what was asked for', () => {
    expect(looksIfChosen(auto)).toEqual({ duetLooks: [10, 14, 20, 28, 40] })
    expect(looksIfChosen({ ...auto, runs: 8, 'max-runs': 8 })).toEqual({ duetLooks: [8] })
  })

  it.each([{ duet: false }, { duet: true }, { cpus: '2' }, { cpus: 'none' }, { seed: 5 }])(
    'are not there with %j, which sets the design',
    set => {
      expect(looksIfChosen({ ...auto, ...set })).toEqual({})
    },
  )
})
