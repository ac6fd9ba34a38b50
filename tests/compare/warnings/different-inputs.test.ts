import { describe, expect, it } from '@jest/globals'
import { differentInputs } from '../../../src/compare/warnings/different-inputs.ts'
import type { Plan, Sample, Session } from '../../../src/model/index.ts'
import { plainPlan, sample, session } from '../session.ts'

const plan = (command: string): Plan => ({ ...plainPlan, command })

const ran = (command: string, benchmarks: Sample[] = []): Session =>
  session(benchmarks, { plan: plan(command) })

const messages = (before: string, after: string) =>
  differentInputs([ran(before)], [ran(after)]).map(({ message }) => message)

describe('inputs that differ between the sides', () => {
  it.each([
    ['./bench --seed 1', './bench --seed 2', '--seed: 1 → 2'],
    ['./bench --seed=1', './bench', '--seed: 1 → none'],
    ['./old/bench --random-seed 7', './new/bench --random-seed 8', '--random-seed: 7 → 8'],
    ['SEED=1 ./bench', 'SEED=2 ./bench', 'SEED: 1 → 2'],
    [
      'PYTHONHASHSEED=0 pytest --benchmark-json=r.json',
      'PYTHONHASHSEED=1 pytest --benchmark-json=r.json',
      'PYTHONHASHSEED: 0 → 1',
    ],
    [
      './bench --input-digest "sha256:aa"',
      './bench --input-digest "sha256:bb"',
      '--input-digest: sha256:aa → sha256:bb',
    ],
    ['zstd -b3 --dataset enwik8', 'zstd -b3 --dataset enwik9', '--dataset: enwik8 → enwik9'],
    ['./bench --input a/small.json', './bench --input a/large.json', '--input: small.json → large.json'],
  ])('%s | %s', (before, after, difference) => {
    expect(messages(before, after)).toEqual([
      `the sides were given different inputs (${difference}): compare them with the same ones`,
    ])
  })

  it.each([
    ['./old/bench --seed 1 --threads 2', './new/bench --seed 1 --threads 4'],
    ['./base/bench --input base/data/in.json', './head/bench --input head/data/in.json'],
    ['./bench --database one', './bench --database two'],
    ['./bench a', './bench b'],
  ])('are none in %s | %s', (before, after) => {
    expect(messages(before, after)).toEqual([])
  })

  it('are named where a command takes a random one', () => {
    for (const command of ['./bench --seed $RANDOM', 'SEED=$(date +%s) ./bench', './bench /dev/urandom']) {
      expect(differentInputs([], [ran(command)]).map(({ code }) => code)).toEqual(['random-input'])
      expect(differentInputs([ran(command)], [ran(command)])).toHaveLength(1)
    }
  })

  it('are seen in what the tool reports of them', () => {
    const reporting = (seed: number[], digest: number) =>
      session([
        sample('parse', [10, 11]),
        sample('parse', seed, { metric: 'seed', unit: '' }),
        sample('parse', [digest, digest], { metric: 'input-size', unit: 'B' }),
      ])
    expect(differentInputs([reporting([1, 1], 5)], [reporting([2, 2], 6)])[0]?.message).toMatch(
      /\(seed of parse: 1 → 2; input-size of parse: 5 → 6\)/,
    )
    // Every run another seed, on both sides: no difference between the sides.
    expect(differentInputs([reporting([1, 2], 5)], [reporting([3, 4], 5)])).toEqual([])
  })

  it('are unknown of sessions without a plan', () => {
    expect(differentInputs([session([])], [ran('./bench --seed 1')])).toEqual([])
    expect(differentInputs([], [])).toEqual([])
  })
})
