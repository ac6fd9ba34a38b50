// criterion, the real crate: it loads both samples as stored baselines and prints its own verdict of each case.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Said } from '../score.ts'
import { firstProcess, type Rival, runMedians } from './rival.ts'
import { withFolder } from './with-folder.ts'

/**
 * criterion resamples 100,000 times unless told, which takes it fifty times as long; here a p of 5 % has an sd of 0.7
 * %.
 */
const RESAMPLES = 2000

// criterion reads this file beside a baseline's sample, but no verdict depends on it.
const estimate = {
  confidence_interval: { confidence_level: 0.95, lower_bound: 0, upper_bound: 0 },
  point_estimate: 0,
  standard_error: 0,
}
const estimates = JSON.stringify({
  mean: estimate,
  median: estimate,
  median_abs_dev: estimate,
  slope: null,
  std_dev: estimate,
})

function writeSample(dir: string, values: number[]): void {
  mkdirSync(dir, { recursive: true })
  const sample = { sampling_mode: 'Flat', iters: values.map(() => 1), times: values }
  writeFileSync(join(dir, 'sample.json'), JSON.stringify(sample))
  writeFileSync(join(dir, 'estimates.json'), estimates)
}

const CALLS: Record<string, Said['call']> = {
  'No change in performance detected.': 'same',
  'Change within noise threshold.': 'same',
  'Performance has regressed.': 'slower',
  'Performance has improved.': 'faster',
}

const BLOCK = /change: \[(\S+)% (\S+)% (\S+)%\] \(p = .*\)\n\s+(.*)/g
const toNumber = (text: string) => Number(text.replace('−', '-'))

function saidOf([, low, , high, words]: RegExpExecArray): Said {
  const call = CALLS[words as string]
  if (call === undefined) throw new Error(`criterion says something unexpected: ${words}`)
  return { call, interval: [1 + toNumber(low as string) / 100, 1 + toNumber(high as string) / 100] }
}

export const criterion: Rival = {
  name: 'criterion',
  how: `the real crate, criterion 0.8.2, \`--load-baseline new --baseline base\`, defaults but ${RESAMPLES} resamples`,
  needs: 'criterion',
  slow: true,
  reads: { shipped: '30 samples of one process', 'per process': '10 run medians' },
  claimsNoChange: true,
  judge: async (pairs, feed, tools) => {
    const values = feed === 'shipped' ? firstProcess : runMedians
    const output = withFolder(dir => {
      pairs.forEach((pair, i) => {
        writeSample(join(dir, `c${i}`, 'base'), values(pair.baseline))
        writeSample(join(dir, `c${i}`, 'new'), values(pair.candidate))
      })
      const args = ['--bench', '--load-baseline', 'new', '--baseline', 'base', '--nresamples', `${RESAMPLES}`]
      return execFileSync(tools.criterion as string, args, {
        env: { ...process.env, CASES: `${pairs.length}`, CASES_DIR: dir },
        encoding: 'utf8',
        maxBuffer: 1e9,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
    })
    const said = [...output.matchAll(BLOCK)].map(saidOf)
    if (said.length !== pairs.length) {
      throw new Error(`criterion judged ${said.length} of ${pairs.length} cases`)
    }
    return said
  },
}
