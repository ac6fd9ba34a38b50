// The machine, how it is judged, what is shown, and what comes out.
import type { Input } from '../values.ts'

const measuring = ['run', 'ab', 'calibrate', 'action'] as const
const judging = ['ab', 'compare', 'calibrate', 'action'] as const
const deciding = ['ab', 'compare', 'action'] as const

// biome-ignore format: a table, which reads best compact
export const decided = {
  cpus: { type: 'text', default: 'auto', value: 'LIST', commands: measuring, heading: 'The machine',
    help: 'CPUs for the benchmark: a list such as 2,3 or 4-7; none; auto: those that the runner hooks keep, else one whole ' +
      'core, but not that of CPU 0; auto:N: N whole cores, for a benchmark with threads.' },
  'numa-node': { type: 'text', default: 'auto', form: [/^(auto|none|interleave|\d[\d,-]*)$/, 'a node or list such as 0, auto, none or interleave'], value: 'N', commands: measuring, measures: true,
    help: 'NUMA node for CPUs and memory: a number or list; none; interleave: memory spread over the nodes of the chosen ' +
      'CPUs; auto: the node of the CPUs.' },
  machine: { type: 'text', default: '', value: 'NAME', commands: measuring,
    help: 'What the machine is called in results, which are compared on one machine only. The name in the receipt of the ' +
      'runner hooks comes first; without both it is that of the runner, or of the host. For runners that are new each time.' },
  'machine-class': { type: 'text', default: '', value: 'NAME', commands: measuring,
    help: 'A name for equal machines: their stored results are compared with each other, and the spread between machines ' +
      'counts. The class in the receipt of the runner hooks comes first.' },
  priority: { type: 'text', default: 'auto', form: [/^(auto|realtime|[+]?1?\d|-(1?\d|20))$/, 'a nice level from -20 to 19, realtime or auto'], value: 'LEVEL', commands: measuring, measures: true,
    help: 'A nice level from -20 to 19; realtime; auto: what the runner hooks set, else unchanged.' },
  'lock-memory': { type: 'boolean', default: false, commands: measuring, measures: true,
    help: 'Raise the limit on locked memory to unlimited, for a program that calls mlockall. Warns if the runner hooks do ' +
      'not protect the rest of its memory (swap = off, memory = SIZE).' },
  aslr: { type: 'choice', default: 'auto', choices: ['auto', 'off', 'on'], commands: measuring, repeats: true, measures: true,
    help: 'Address space randomisation of the benchmark. auto: off if the system allows it.' },
  order: { type: 'choice', default: 'separate', choices: ['separate', 'interleaved'], commands: ['compare'],
    heading: 'How it is judged',
    help: 'interleaved: the runs of both sides alternated in one session. separate: the baseline was stored.' },
  'testbed-grade': { type: 'choice', default: 'untuned', choices: ['tuned', 'untuned'], commands: ['compare'],
    help: 'What to assume of the machine if a document does not say.' },
  band: { type: 'fraction', default: 0.02, min: 0.0001, max: 0.5, value: 'P', commands: judging, decides: true, repeats: true,
    help: 'Changes within ± this are no change.' },
  alpha: { type: 'fraction', default: 0.01, min: 0.0001, max: 0.2, value: 'P', commands: judging, decides: true, repeats: true,
    help: 'Accepted risk of a false alarm per row. The whole family of gating rows is held to 5 %.' },
  'require-tuned': { type: 'boolean', default: false, decides: true,
    commands: ['run', 'ab', 'compare', 'calibrate', 'action'],
    help: 'Refuse to measure on a machine that the runner hooks have not tuned for this very job, and to conclude from a ' +
      'result of one.' },
  'fail-threshold': { type: 'fraction', default: 'band', words: ['band'], min: 0, max: 0.99, value: 'P', commands: deciding,
    decides: true, repeats: true,
    help: 'Regressions smaller than this are reported, and do not fail. band: those whose estimate lies within the band. ' +
      '0%: every regression fails.' },
  config: { type: 'text', default: '', value: 'FILE', commands: ['run', ...judging],
    help: 'The configuration file: how to measure, what decides, waivers, new names. What it sets wins over inputs but ' +
      'not over flags. Without it, .stable-bench.yml if there is one.',
    inAction: 'In a pull request the file of the base commit counts, at the path that its workflow gives.' },
  calibration: { type: 'text', default: '', value: 'FILE', commands: ['ab', 'compare'],
    help: 'A calibration document of this machine. Its suggested bands apply where the configuration sets none.' },
  'fail-on': { type: 'choice', default: 'not-established', choices: ['not-established', 'regression', 'never'],
    commands: deciding, decides: true,
    help: 'What fails. not-established: a regression, missing benchmarks, or nothing compared (but not a first run). ' +
      'regression: a regression, or what may hide one; docs/configuration.md lists the reasons. never: nothing.' },
  history: { type: 'text', default: 'artifact', value: 'WHERE', commands: ['action'], heading: 'What is shown',
    help: 'Where scheduled runs on the default branch keep the history of the suite: artifact, or a directory that ' +
      'outlives the job.' },
  issues: { type: 'choice', default: 'never', choices: ['auto', 'never'], commands: ['action'],
    help: 'auto: open an issue for each change for the worse in the trend, and close it when it is over (issues: write).' },
  since: { type: 'text', default: '30d', value: 'WHEN', commands: ['trend'],
    help: 'List no earlier changes: a day such as 2026-11-20, days before the last night such as 30d, or a tag.' },
  suite: { type: 'text', default: '', value: 'NAME', commands: ['trend'],
    help: 'Which suite to show, if the files are of several.' },
  'import-history': { type: 'text', default: 'stable-bench-history', flag: 'history', value: 'DIR', commands: ['trend import'],
    help: 'The directory that the history is kept in. It is made where there is none; what is in it stays.' },
  'import-suite': { type: 'text', default: 'benchmark', flag: 'suite', value: 'NAME', commands: ['trend import'],
    help: 'The suite whose history it is: the input name of the workflow.' },
  'import-machine': { type: 'text', default: '', flag: 'machine', value: 'NAME', commands: ['trend import'],
    help: 'The machine that measured it. With the name of your own machine, the nights to come go on in the same charts. ' +
      'Without it, what asv says, else "imported".' },
  'noise-time': { type: 'duration', default: 20, min: 0, max: 3600, flag: 'max-time', value: 'TIME', commands: ['doctor'], heading: 'What is looked at',
    help: 'About how long the noise test takes, which measures a small program against itself. 0: no noise test.' },
  require: { type: 'choice', default: 'nothing', choices: ['nothing', 'tuned'], commands: ['doctor'], help: 'tuned: exit with 2 unless the runner hooks have tuned this machine for this very job.' },
  html: { type: 'text', default: '', value: 'FILE', commands: ['trend'], heading: 'What comes out',
    help: 'Write a page with all charts to this file.' },
  json: { type: 'text', default: '', value: 'FILE', commands: ['trend'],
    help: 'Write the history as one trend document to this file, with what was found in it.' },
  to: { type: 'choice', default: 'csv', choices: ['csv', 'openmetrics', 'bencher', 'nyrkio', 'custom-smaller-is-better', 'custom-bigger-is-better'],
    commands: ['export'],
    help: 'The format. bencher: Bencher Metric Format. custom-…: for the tool of that name of github-action-benchmark, which ' +
      'takes metrics of one direction only.' },
  output: { type: 'choice', default: 'text', choices: ['text', 'markdown', 'json', 'html', 'junit'],
    commands: ['ab', 'compare', 'demo'],
    help: 'The form of the report. junit: for the test view of a CI server; a row that fails is a failed test.' },
  'doctor-output': { type: 'choice', default: 'text', choices: ['text', 'json'], flag: 'output', commands: ['doctor'], help: 'The form of what is found: for people, or the document stable-bench/doctor@1.' },
  all: { type: 'boolean', default: false, commands: ['ab', 'compare', 'demo'],
    help: 'Show every row in the text. Without it, where there are more than twelve, only those that moved or are missing.' },
  out: { type: 'text', default: '', value: 'FILE', commands: ['run', 'calibrate', 'ab', 'compare', 'export', 'demo', 'doctor'], short: 'o',
    help: 'Write the report to this file, not to the standard output (-). run and calibrate write their document to it; ' +
      'without it to stable-bench-result.json and stable-bench-calibration.json.' },
  'dry-run': { type: 'boolean', default: false, commands: ['init'],
    help: 'Print what would be written, and write nothing.' },
  quiet: { type: 'boolean', default: false, commands: ['run', 'calibrate', 'ab', 'compare', 'demo', 'doctor', 'trend', 'trend import'], short: 'q',
    help: 'Print the report and errors only: no progress and no names of files.' },
  save: { type: 'text', default: '', value: 'DIR', commands: ['ab'],
    help: 'Keep the samples of both sides and all reports in this directory. Without it, in a new temporary one.' },
  comment: { type: 'choice', default: 'auto', choices: ['auto', 'changes', 'never'], commands: ['action'],
    help: 'Whether the pull request gets a comment, if the token may write one. changes: only when there is more to say ' +
      'than that nothing changed.' },
  checks: { type: 'choice', default: 'auto', choices: ['auto', 'never'], commands: ['action'], decides: true,
    help: 'auto: a check run of its own on the head commit of the pull request, if the token may write one (checks: ' +
      'write). A branch rule can require it.' },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression that the runner evaluates
  token: { type: 'text', default: '${{ github.token }}', value: 'TOKEN', commands: ['action'],
    help: 'Reads the artifacts of the base branch (actions: read) and writes comments (pull-requests: write).' },
} as const satisfies Record<string, Input>
