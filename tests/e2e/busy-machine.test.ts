// Everything that measures, while other programs compute: no verdict is wrong, and where there is none the output says why.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { comparisonSchema, type Row } from '../../src/model/index.ts'
import { busyLoops } from '../busy-loops.ts'
import { commit, git, newRepository } from '../measure/git-fixtures.ts'
import { scratch, stableBench } from './command-line.ts'

jest.setTimeout(300_000)
let end = () => {}
beforeAll(async () => {
  end = await busyLoops(Math.max(4, 2 * availableParallelism()))
})
afterAll(() => end())

const work = (count: number) => `exec perl -e 'for (my $i = 0; $i < ${count}; $i++) {}'\n`
const runs = ['--runs', '5', '--max-runs', '5', '--tool', 'process']

/** The candidate does a fifth more work, so these two verdicts would be wrong. */
function assertNotWrong(row: Row | undefined): void {
  expect(row).toMatchObject({ benchmark: 'benchmark', metric: 'wall-time' })
  expect(['improvement', 'no-change']).not.toContain(row?.verdict)
}

const busy = /the machine is busy: .*other processes used \d+ % of (the benchmark's|all) CPUs/

async function comparedBusy(args: string[], cwd = scratch()) {
  const { code, stdout, stderr } = await stableBench(['ab', ...runs, '--output', 'json', ...args], { cwd })
  expect(stderr).toMatch(busy)
  const { rows, warnings, outcome } = comparisonSchema.parse(JSON.parse(stdout))
  assertNotWrong(rows.find(({ metric }) => metric === 'wall-time'))
  expect(code).toBe(outcome === 'regression' ? 2 : 0)
  const doubts = warnings.map(({ code: of, message }) => `${of}: ${message}`).join('\n')
  expect(doubts).toMatch(
    /^(doubtful-runs|foreign-load): .*(foreign load|other processes|involuntary switches)/m,
  )
}

// At once: they disturb each other as well, and the loops compute for a shorter time.
describe('on a machine with busy loops', () => {
  // Long enough to be interrupted: a process that has just begun may have a CPU for itself for 20 ms.
  const sides = [work(2_000_000), work(2_400_000)]

  it.concurrent('ab never takes a regression for anything else, and says what disturbs it', () =>
    comparedBusy(sides))

  it.concurrent('neither does it without pinning', () => comparedBusy([...sides, '--cpus', 'none']))

  it.concurrent('neither does it between two commits', () => {
    const repository = newRepository()
    commit(repository, { 'bench.sh': sides[0] ?? '' })
    git(repository, 'checkout', '--quiet', '-b', 'feature')
    commit(repository, { 'bench.sh': sides[1] ?? '' })
    return comparedBusy(['--base-ref', 'main', '--prepare', 'true', '--', 'bash', 'bench.sh'], repository)
  })

  it.concurrent('neither does compare of what run measured on each side', async () => {
    const cwd = scratch()
    // At once, so that both meet the same load.
    const measure = (side: string, i: number) =>
      stableBench(
        ['run', '-r', '5', '-q', '-o', `${i}.json`, '--tool', 'process', '--', 'bash', '-c', side],
        { cwd },
      )
    await Promise.all(sides.map(measure))
    const { code, stdout } = await stableBench(['compare', '0.json', '1.json', '--output', 'json'], { cwd })
    const { rows, warnings, outcome } = comparisonSchema.parse(JSON.parse(stdout))
    assertNotWrong(rows.find(({ metric }) => metric === 'wall-time'))
    expect(code).toBe(outcome === 'regression' ? 2 : 0)
    expect(warnings.map(({ message }) => message).join('\n')).toMatch(
      /(foreign load|other processes|involuntary switches)/,
    )
  })

  it.concurrent('calibrate says that its runs were disturbed', async () => {
    const args = ['calibrate', '--calibration-runs', '10', '--', 'bash', '-c', sides[0] ?? '']
    const { code, stdout, stderr } = await stableBench(args)
    expect(code).toBe(0)
    expect(stderr).toMatch(busy)
    expect(`${stdout}${stderr}`).toMatch(
      /warning: .*(foreign load in \d+|other processes used|involuntary switches in \d+)/,
    )
  })

  it.concurrent('run says that its runs were disturbed, and --wait-idle gives up in time', async () => {
    const out = join(scratch(), 'result.json')
    const args = ['run', '--runs', '5', '--wait-idle', '1', '--out', out, '--', 'bash', '-c', sides[0] ?? '']
    const { code, stdout, stderr } = await stableBench(args)
    expect(code).toBe(0)
    expect(stderr).toMatch(/waiting for a quiet machine, for 1 s at most: .*other processes used/)
    expect(stderr).toMatch(busy)
    expect(stdout).toMatch(
      /warning: .*(foreign load in \d+|other processes used|involuntary switches in \d+)/,
    )
  })

  it.concurrent('the demo gives no verdict, and names the cause', async () => {
    const { code, stdout } = await stableBench(['demo'])
    expect(code).toBe(0)
    const [, , live = ''] = stdout.split(/^\d\. /m)
    // Of a virtual machine on a busy host, the time that the hypervisor took may stand before it.
    expect(live).toMatch(
      /so there is no verdict:\n(?: {3}.+\n)? {3}other processes used \d+ % of all CPUs: keep other work off/,
    )
    expect(live).not.toMatch(/[✓✗]/)
  })
})
