// The inputs that choose what is shown, and what comes out.
import type { Input } from '../input.ts'

// biome-ignore format: a table, which reads best compact
export const reported = {
  history: { type: 'text', default: 'artifact', value: 'WHERE', commands: ['action'], heading: 'What is shown',
    help: 'Where scheduled runs on the default branch keep the history of the suite: artifact, or a directory that ' +
      'outlives the job.' },
  issues: { type: 'choice', default: 'never', choices: ['auto', 'never'], commands: ['action'],
    help: 'auto: open an issue for each change for the worse in the trend, and close it when it is over (issues: write): in ' +
      'the job of the nights, or in one that their end starts.' },
  bisect: { type: 'choice', default: 'auto', choices: ['auto', 'never'], commands: ['action'], measures: true,
    help: 'For the job with mode bisect. auto: its schedule searches for the commit of a change for the worse, and answers on the ' +
      'issue, one change each time. never: only who comments /bench bisect on the issue starts that.' },
  'bisect-time': { type: 'duration', default: 1800, min: 60, max: 86_400, value: 'TIME', commands: ['action'], measures: true,
    help: 'The limit for the runs of one bisection; the next one on this runner goes on where it stopped.' },
  explain: { type: 'boolean', default: false, commands: ['ab'],
    help: 'Say why the benchmarks that changed differ, after the verdict: what was counted, and which functions take longer.' },
  'explain-time': { type: 'duration', default: 60, min: 0, max: 3600, value: 'TIME', commands: ['ab', 'action'],
    help: 'How long profiles may take, after the verdict. 0: nothing is explained.',
    inAction: 'The action explains regressions.' },
  profile: { type: 'text', default: 'auto', value: 'HOW', commands: ['ab', 'action'], measures: 'own',
    help: 'The profiler: perf, node, go, py-spy, or a command that measures as the benchmark does and writes a profile to {profile}, as ' +
      'collapsed stacks or pprof. auto: what the language of the command has, else perf.' },
  since: { type: 'text', default: '30n', value: 'WHEN', commands: ['trend'],
    help: 'List changes from this night: the last nights of each machine such as 30n, days before the last night such as 30d, ' +
      'a day such as 2026-11-20, or a tag.' },
  'trend-suite': { type: 'text', default: '', flag: 'suite', value: 'NAME', commands: ['trend'],
    help: 'Which suite to show, if the files are of several.' },
  'import-history': { type: 'text', default: 'stable-bench-history', flag: 'history', value: 'DIR', commands: ['trend import'],
    help: 'The directory that the history is kept in. It is made where there is none; what is in it stays.' },
  'import-suite': { type: 'text', default: 'benchmark', flag: 'suite', value: 'NAME', commands: ['trend import'],
    help: 'The suite whose history it is: the input name of the workflow.' },
  'import-machine': { type: 'text', default: '', flag: 'machine', value: 'NAME', commands: ['trend import'],
    help: 'The machine that measured it. With the name of your own machine, the nights to come go on in the same charts. ' +
      'By default the one that asv names, else "imported".' },
  'noise-time': { type: 'duration', default: 20, min: 0, max: 3600, flag: 'max-time', value: 'TIME', commands: ['doctor'], heading: 'What is looked at',
    help: 'How long the noise test may take. It compares a small program with itself. 0: no noise test.' },
  require: { type: 'choice', default: 'nothing', choices: ['nothing', 'tuned'], commands: ['doctor'], help: 'tuned: exit with 2 unless the runner hooks have tuned this machine for this very job.' },
  html: { type: 'text', default: '', value: 'FILE', commands: ['trend'], heading: 'What comes out',
    help: 'Write a page with all charts to this file; - is the standard output.' },
  json: { type: 'text', default: '', value: 'FILE', commands: ['trend'],
    help: 'Write the history as one trend document to this file, with what was found in it; - is the standard output.' },
  to: { type: 'choice', default: 'csv', choices: ['csv', 'openmetrics', 'bencher', 'nyrkio', 'custom-smaller-is-better', 'custom-bigger-is-better'],
    commands: ['export'],
    help: 'The format. bencher: Bencher Metric Format. custom-…: for the tool of that name of github-action-benchmark, which ' +
      'takes metrics of one direction only.' },
  output: { type: 'choice', default: 'text', choices: ['text', 'markdown', 'json', 'html', 'junit'],
    commands: ['ab', 'compare', 'demo'],
    help: 'The form of the report. junit: for the test view of a CI server; a row that fails is a failed test.' },
  'doctor-output': { type: 'choice', default: 'text', choices: ['text', 'json'], flag: 'output', commands: ['doctor'], help: 'The form of what is found: for people, or the document stable-bench/doctor@1.' },
  'bisect-output': { type: 'choice', default: 'text', choices: ['text', 'markdown', 'json'], flag: 'output', commands: ['bisect'],
    help: 'The form of what is found: for people, or the document stable-bench/bisection@1.' },
  'all-steps': { type: 'boolean', default: false, flag: 'all', commands: ['bisect'],
    help: 'Where the change came in several steps, search for each of them. Otherwise the largest one is found, and the others are only mentioned.' },
  all: { type: 'boolean', default: false, commands: ['ab', 'compare', 'demo'],
    help: 'Show every row in the text. Otherwise more than twelve are cut to gating ones that moved or are missing.' },
  out: { type: 'text', default: '', value: 'FILE', commands: ['run', 'calibrate', 'ab', 'bisect', 'compare', 'export', 'demo', 'doctor'], short: 'o',
    help: 'Write the report to this file; - is the standard output. run and calibrate write their document there; by default ' +
      'to stable-bench-result.json and stable-bench-calibration.json. For several suites the name of each goes before the ending.' },
  'dry-run': { type: 'boolean', default: false, commands: ['init'],
    help: 'Print what would be written, and write nothing.' },
  'no-try': { type: 'boolean', default: false, commands: ['init'],
    help: 'Run nothing: write the suites as they were found.' },
  'try-time': { type: 'duration', default: 600, min: 1, max: 86_400, flag: 'max-time', value: 'TIME', commands: ['init'],
    help: 'The longest that the setup of a suite may take when it is tried, and the longest that its run may take.' },
  migrate: { type: 'boolean', default: false, commands: ['init'],
    help: 'Move what the steps of stable-bench in the workflows say of the benchmarks into .stable-bench.yml, and put the ' +
      'workflows that init writes in their place. Prints the difference. Where something cannot be moved, it says the line, and changes nothing.' },
  quiet: { type: 'boolean', default: false, commands: ['run', 'calibrate', 'ab', 'bisect', 'compare', 'demo', 'doctor', 'trend', 'trend import'], short: 'q',
    help: 'Print the report and errors only: no progress and no names of files.' },
  save: { type: 'text', default: '', value: 'DIR', commands: ['ab'],
    help: 'Keep the samples of both sides and all reports in this directory. Without it, in a new temporary one.' },
  comment: { type: 'choice', default: 'auto', choices: ['auto', 'changes', 'never'], commands: ['action'],
    help: 'Whether the pull request gets a comment, if the token may write one (the permissions in the workflow file say so). ' +
      'changes: only when there is more to say than that nothing changed.' },
  checks: { type: 'choice', default: 'auto', choices: ['auto', 'never'], commands: ['action'], decides: true,
    help: 'auto: a check run of its own on the head commit of the pull request, if the token may write one (checks: ' +
      'write). A branch rule can require it.' },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression that the runner evaluates
  token: { type: 'text', default: '${{ github.token }}', value: 'TOKEN', commands: ['action'],
    help: 'Reads the artifacts of the base branch (actions: read) and writes comments (pull-requests: write).' },
} as const satisfies Record<string, Input>
