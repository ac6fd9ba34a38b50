// Both versions at the same time, by the committed program.
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { parseResultDocument } from '../../src/formats/documents/result.ts'
import { scratch, stableBench } from './command-line.ts'

const twoCores = availableParallelism() > 1 ? it : it.skip

/** A benchmark that prints one time for each run, `base` plus the number of runs so far. */
function counting(cwd: string, name: string, base: number): string {
  const bench = `n=$(($(cat ${name} 2>/dev/null || echo 0) + 1)); echo $n > ${name}
echo '{"schema":"stable-bench/samples@1","benchmarks":[{"name":"a","metric":"time","unit":"us","better":"lower","runs":[['$((${base} + n % 3))']]}]}'`
  writeFileSync(join(cwd, `${name}.sh`), bench)
  return `bash ${name}.sh`
}

const session = (cwd: string, side: string) =>
  parseResultDocument(gunzipSync(readFileSync(join(cwd, 'saved', `${side}.json.gz`))).toString(), side)

describe('ab --duet', () => {
  twoCores('measures pairs on two cores, decides by them, and says so', async () => {
    const cwd = scratch()
    const commands = [counting(cwd, 'before', 1000), counting(cwd, 'after', 1300)]
    const { code, stdout } = await stableBench(['ab', '--duet', ...commands, '--save', 'saved'], { cwd })
    expect(code).toBe(2)
    expect(stdout).toContain('both versions measured at the same time, each on a core of its own')
    expect(stdout).toMatch(/^a .* \+(29|30)\.\d % .* regression$/m)
    const [before, after] = [session(cwd, 'baseline'), session(cwd, 'candidate')]
    expect(before.plan).toMatchObject({ duet: true, runs: 10, looks: [10, 14, 20, 28, 40] })
    expect(before.testbed?.facts.duet).toBe('yes')
    // Each pair has two places in a row, and each side has the first one of half of them.
    const places = (before.order ?? []).map((place, i) =>
      [place, after.order?.[i]].sort((a, b) => Number(a) - Number(b)),
    )
    expect(places).toEqual(Array.from({ length: 10 }, (_, i) => [2 * i, 2 * i + 1]))
    expect((before.order ?? []).filter(place => place % 2 === 0)).toHaveLength(5)
  })

  twoCores.each([
    [['--cpus', '0'], '--cpus 0: one CPU, and a duet runs both versions at the same time'],
    [['--cpus', 'none'], '--cpus none: a duet runs both versions'],
    [['--delta', '5'], 'duet and delta'],
    [['--results', 'out*.json'], 'duet and results: both sides would write to the same files'],
  ])('refuses %p in one sentence, and measures nothing', async (flags, message) => {
    const { code, stdout, stderr } = await stableBench(['ab', '--duet', 'echo {n}', 'echo {n}', ...flags])
    expect([code, stdout]).toEqual([64, ''])
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('run 1')
  })

  it('chooses where nothing is set, says it in one line, and compare of its documents says the same', async () => {
    const cwd = scratch()
    const commands = [counting(cwd, 'before', 1000), counting(cwd, 'after', 1300)]
    const { code, stdout, stderr } = await stableBench(['ab', ...commands, '--save', 'saved'], { cwd })
    expect(code).toBe(2)
    const said = stderr.split('\n').filter(line => line.startsWith('design: '))
    expect(said).toEqual([
      expect.stringMatching(
        /^design: both versions (interleaved: .*; --duet measures them at the same time|at the same time, .*; --duet false measures them interleaved)$/,
      ),
    ])
    const [, why = ''] =
      /^design: both versions (?:interleaved|at the same time, [^:]*): (.*)$/.exec(said[0] ?? '') ?? []
    const design = (text: string) => text.split('\n').find(line => line.startsWith('design '))
    expect(design(stdout)).toContain(`; chosen because ${why}`)
    for (const side of ['baseline', 'candidate']) expect(session(cwd, side).plan?.chosenBecause).toBe(why)
    const again = await stableBench(['compare', 'saved/baseline.json.gz', 'saved/candidate.json.gz'], { cwd })
    expect([again.code, design(again.stdout)]).toEqual([code, design(stdout)])
    expect(readFileSync(join(cwd, 'saved/report.html'), 'utf8')).toContain('chosen because')
  })

  it.each([[['--duet', 'false']], [['--cpus', '0']], [['--seed', '5']]])(
    'chooses nothing with %p',
    async flags => {
      const cwd = scratch()
      const commands = [counting(cwd, 'before', 1000), counting(cwd, 'after', 1000)]
      const few = ['--runs', '5', '--max-runs', '5', '--save', 'saved']
      const { stderr } = await stableBench(['ab', ...commands, ...few, ...flags], { cwd })
      expect(stderr).not.toMatch(/^design: /m)
      expect(session(cwd, 'baseline').plan).not.toHaveProperty('chosenBecause')
      expect(session(cwd, 'baseline').plan?.duet).toBeUndefined()
    },
  )
})
