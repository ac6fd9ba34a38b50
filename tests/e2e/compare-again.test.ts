// `compare` of the two documents that a job of `ab` has left.
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { comparisonSchema } from '../../src/model/index.ts'
import { scratch, stableBench } from './command-line.ts'

/** A benchmark that costs so much, and up to 0.2 % more or less from one process to the next. */
const bench = `exec awk -v seed=$$ -v cost="$1" 'BEGIN {
  srand(seed)
  printf "{\\"schema\\":\\"stable-bench/samples@1\\",\\"benchmarks\\":[{\\"name\\":\\"parse\\",\\"metric\\":\\"time\\","
  printf "\\"unit\\":\\"ns\\",\\"better\\":\\"lower\\",\\"runs\\":[[%.1f]]}]}\\n", cost * (0.998 + 0.004 * rand())
}'
`

const quick = ['--cpus', 'none', '--aslr', 'on', '--runs', '10', '--max-runs', '10', '--seed', '7']

let cwd: string

const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await stableBench([...args, '--output', 'json'], { cwd })
  if (stdout === '') throw new Error(stderr)
  return { code, comparison: comparisonSchema.parse(JSON.parse(stdout)) }
}

const ab = (save: string) => json('ab', 'sh bench.sh 1000', 'sh bench.sh 1050', ...quick, '--save', save)

const of = (save: string) => [`${save}/baseline.json.gz`, `${save}/candidate.json.gz`] as const

describe('the documents of a job of ab', () => {
  let first: Awaited<ReturnType<typeof ab>>

  beforeAll(async () => {
    cwd = scratch()
    writeFileSync(join(cwd, 'bench.sh'), bench)
    first = await ab('one')
    await ab('two')
  }, 120_000)

  it('are compared as the job did, with the same verdict, and in both directions', async () => {
    const { code, comparison } = await json('compare', ...of('one'))
    expect([first.code, code, comparison.design]).toEqual([2, 2, 'interleaved'])
    expect(comparison.rows).toEqual(first.comparison.rows)
    const back = await json('compare', ...of('one').toReversed())
    expect(back.comparison).toMatchObject({ design: 'interleaved', rows: [{ verdict: 'improvement' }] })
  }, 60_000)

  it('are so with those of another job, in any order', async () => {
    const [a, b] = [of('one'), of('two')]
    const { comparison } = await json('compare', '--baseline', a[0], b[0], '--candidate', b[1], a[1])
    expect(comparison).toMatchObject({ design: 'interleaved', candidate: { sessions: 2 } })
    expect(comparison.warnings.map(({ code }) => code)).not.toContain('not-alternated')
  }, 60_000)

  it('are not where the sides are of two jobs, of one seed, or where somebody says separate', async () => {
    cpSync(join(cwd, 'two/candidate.json.gz'), join(cwd, 'other.json.gz'))
    expect((await json('compare', of('one')[0], 'other.json.gz')).comparison.design).toBe('stored')
    expect((await json('compare', of('one')[0], of('two')[0])).comparison.design).toBe('stored')
    expect(
      (await json('compare', '--order', 'separate', '--baseline', of('one')[0], '--candidate', of('one')[1]))
        .comparison.design,
    ).toBe('stored')
  }, 60_000)
})
