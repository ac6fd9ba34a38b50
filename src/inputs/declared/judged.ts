// The inputs that choose how a comparison is judged: levels, bands, what fails, and the state the machine must have.
import { defaultPolicy } from '../../model/index.ts'
import type { Input } from '../input.ts'

const judging = ['ab', 'bisect', 'compare', 'calibrate', 'action'] as const
const deciding = ['ab', 'compare', 'action'] as const

// biome-ignore format: a table, which reads best compact
export const judged = {
  order: { type: 'choice', default: 'auto', choices: ['auto', 'separate', 'interleaved'], commands: ['compare'],
    heading: 'How it is judged',
    help: 'interleaved: the runs of both sides alternated in one job. separate: the baseline was stored. auto: as the documents ' +
      'say; interleaved if both are of one job of ab.' },
  'testbed-grade': { type: 'choice', default: 'untuned', choices: ['tuned', 'untuned'], commands: ['compare'],
    help: 'The grade to assume for the machine if a document has none.' },
  band: { type: 'fraction', default: defaultPolicy.band, min: 0.0001, max: 0.5, value: 'P', commands: judging, decides: true, repeats: true,
    help: 'Changes within ± this are no change.' },
  alpha: { type: 'fraction', default: defaultPolicy.alpha, min: 0.0001, max: 0.2, value: 'P', commands: judging, decides: true, repeats: true,
    help: 'Accepted risk of a false alarm per row. The whole family of gating rows is held to 5 %.' },
  'require-tuned': { type: 'boolean', default: false, decides: true,
    commands: ['run', 'ab', 'bisect', 'compare', 'calibrate', 'action'],
    help: 'Require a machine that the runner hooks have tuned for this job. Refuse to measure on any other, and to draw a ' +
      'conclusion from its results.' },
  'fail-threshold': { type: 'fraction', default: 'band', words: ['band'], min: 0, max: 0.99, value: 'P', commands: deciding,
    decides: true, repeats: true,
    help: 'Regressions whose estimated change is smaller than this are reported and do not fail. band: use the band as the ' +
      'limit. 0%: every regression fails.' },
  config: { type: 'text', default: '', value: 'FILE', commands: ['run', 'export', ...judging],
    help: 'The configuration file: the suites, how to measure, what decides, waivers, new names. On the command ' +
      'line a flag wins over its settings. Without it, .stable-bench.yml if there is one.',
    inAction: 'In a pull request the file of the base commit counts, at the path that its workflow gives.' },
  calibration: { type: 'text', default: '', value: 'FILE', commands: ['ab', 'compare'],
    help: 'A calibration document of this machine. Its suggested bands apply where the configuration sets none.' },
  'fail-on': { type: 'choice', default: 'not-established', choices: ['inconclusive', 'not-established', 'regression', 'never'],
    commands: deciding, decides: true,
    help: 'What fails. not-established: a regression, missing benchmarks, a candidate whose runs scatter many times more than ' +
      'those of its baseline, a baseline of another testbed, or nothing compared (but not a first run). inconclusive: these, and ' +
      'any inconclusive result. regression: a regression, or a result that could hide one (a baseline that cannot be measured or ' +
      'read, another base branch, a lost attempt, output that nothing read, an untuned machine with require-tuned). never: nothing.' },
} as const satisfies Record<string, Input>
