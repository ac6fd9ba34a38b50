// The inputs that choose what is measured and compared, how it is run and read, and on which machine.
import { ENOUGH_RUNS } from '../../model/index.ts'
import type { Input } from '../input.ts'

const measuring = ['run', 'ab', 'bisect', 'calibrate', 'action'] as const

// biome-ignore format: a table, which reads best compact
export const measured = {
  command: { type: 'text', default: '', value: 'CMD', commands: ['action'], describes: true, heading: 'What is measured',
    help: 'The benchmark command, one fresh process per run. bash runs it with pipefail; a command without shell ' +
      'syntax is started directly. Without it, the suites of the configuration file are measured.' },
  suite: { type: 'files', default: [], value: 'NAME…', commands: ['run', 'ab', 'bisect', 'calibrate', 'export', 'action'],
    help: 'The suites of the configuration file, where no command and no file is given: names, or patterns with * and ?. ' +
      'Without it, all of them; bisect takes one.' },
  'baseline-command': { type: 'text', default: '', value: 'CMD', commands: ['ab'], flag: 'baseline',
    help: 'The baseline command. bash runs it with pipefail; if neither side needs bash, both are started directly.' },
  'candidate-command': { type: 'text', default: '', value: 'CMD', commands: ['ab'], flag: 'candidate',
    help: 'The candidate command, run in the same way.' },
  range: { type: 'text', default: '', value: 'OLD..NEW', commands: ['bisect'],
    help: 'The commits to search, as git names them: OLD..NEW has those after OLD up to NEW; OLD.. ends at HEAD. The flag may be left out.' },
  'bisect-benchmark': { type: 'text', default: '', flag: 'benchmark', value: 'NAME', commands: ['bisect'],
    help: 'The benchmark whose change is searched for, by its name in the results. Without it, the one whose change between both ends is the surest.' },
  'base-ref': { type: 'text', default: '', value: 'REF', commands: ['ab'],
    help: 'Measure the command after --, or the suites of .stable-bench.yml, in two checkouts: the commit where HEAD left this branch, tag or commit, and the working ' +
      'tree with its uncommitted changes. Neither has files that git ignores. setup runs in each.' },
  setup: { type: 'text', default: '', value: 'CMD', commands: ['ab', 'bisect', 'action'], describes: true,
    help: 'A command to run before measuring, such as the build. Variables whose names end in TOKEN are withheld from it.',
    inAction: 'It runs once per side, in its checkout.' },
  'setup-timeout': { type: 'duration', default: 3600, min: 1, max: 86_400, value: 'TIME', commands: ['ab', 'bisect', 'action'], measures: true,
    help: 'A setup command that takes longer is stopped and fails.' },
  'setup-cache': { type: 'text', default: '', value: 'DIR', commands: ['action'],
    help: 'A directory that outlives the job. STABLE_BENCH_CACHE gives the setup command a directory in it for each commit, ' +
      'STABLE_BENCH_SIDE is baseline or candidate. The ten used last are kept.' },
  paths: { type: 'files', default: [], value: 'GLOB…', commands: ['ab', 'action'], decides: true, measures: true,
    help: 'Patterns for all files that can change the results. If no matching file differs from the base commit, nothing is measured.' },
  artifacts: { type: 'files', default: [], value: 'GLOB…', commands: ['ab', 'action'], decides: true, measures: true,
    help: 'What the benchmark executes. Where setup builds the same files from both commits, nothing is measured.' },
  'benchmark-paths': { type: 'files', default: ['**/bench/**', '**/benches/**', '**/benchmark/**', '**/benchmarks/**'],
    value: 'GLOB…', commands: ['ab', 'bisect', 'action'], measures: true,
    help: 'Where the benchmarks themselves are. If a file there differs from the base commit, every row says so.' },
  'benchmarks-from': { type: 'choice', default: 'each', choices: ['each', 'candidate', 'HEAD'], commands: ['ab', 'bisect', 'action'], measures: 'together',
    help: 'Whose benchmarks measure the base with --base-ref, and each commit in bisect: its own (each), or those of the candidate, in bisect of the new end: the files in benchmark-paths, ' +
      'and what .stable-bench.yml says of a suite. For a benchmark that only your branch has. HEAD is the candidate, too.',
    inAction: 'The action takes the files alone: each commit says for itself what a suite is.' },
  baseline: { type: 'files', default: ['auto'], value: 'FILE…', commands: ['compare', 'action'], heading: 'What is compared',
    decides: ['auto', 'artifact', 'interleave'],
    help: 'Result documents, samples documents or raw tool outputs of the baseline, the newest first.',
    inAction: 'Or artifact: results of the base branch. Or interleave: the base commit, measured in the same job. auto: ' +
      'artifact if its detectable effect is within the band, else interleave. This is for pull requests: a release is ' +
      "compared with the previous tag. A file that only the pull request's own workflow names does not count." },
  candidate: { type: 'files', default: [], value: 'FILE…', commands: ['compare'],
    help: 'Files of the candidate, of the same kinds. On either side, - means the standard input.' },
  mode: { type: 'choice', default: 'auto', choices: ['auto', 'measure', 'compare', 'publish', 'request', 'bisect', 'pages'], commands: ['action'],
    help: 'auto: compare for pull requests, merge queues, tags and releases; publish after workflow_run; otherwise measure. ' +
      "measure: on a pull request, upload this leg's result without deciding. publish: compare all legs that the run " +
      'uploaded. request: check who asked, and pin the commit to measure. bisect: search for the commit of a change that has an issue. pages: make the site of all trends for GitHub Pages.' },
  'pull-request': { type: 'text', default: '', value: 'NUMBER', commands: ['action'],
    help: 'For measuring on demand. In the job with mode request, started by hand: the number of the pull request, or 12@COMMIT. In the job ' +
      'that measures: the output pull-request of the first job.' },
  legs: { type: 'integer', default: 0, min: 0, max: 40, value: 'N', commands: ['action'],
    help: 'For mode publish: how many legs, each a job, must have uploaded a result. 0: at least one.' },
  name: { type: 'text', default: 'benchmark', value: 'NAME', commands: measuring, repeats: true, short: 'n', heading: 'How it is run',
    help: 'The suite. It names the artifact, and the benchmark if whole processes are timed.',
    inAction: 'Of a step without command: the report, as in the name of its check run.' },
  'working-directory': { type: 'text', default: '.', value: 'DIR', commands: [...measuring, 'init'], describes: true,
    help: 'Where the commands run.' },
  runs: { type: 'integer', default: 'auto', words: ['auto'], min: ENOUGH_RUNS, max: 1000, value: 'M', commands: ['run', 'ab', 'bisect', 'action'], repeats: true,
    short: 'r', help: 'Runs (fresh processes) per side. If one job measures both sides: runs before the first comparison. auto: 5 for both sides, ' +
      '10 in a duet, 10 for one side alone.' },
  'calibration-runs': { type: 'integer', default: 40, min: 10, max: 1000, value: 'M', commands: ['calibrate'],
    help: 'Fresh processes in all.' },
  'max-runs': { type: 'integer', default: 'auto', words: ['auto'], min: ENOUGH_RUNS, max: 1000, value: 'M', commands: ['ab', 'bisect', 'action'], repeats: true,
    help: 'The most runs per side if one job measures both sides, no fewer than runs. auto: 20, in a duet 40. stable-bench compares after `runs` runs. It ' +
      'makes 1.4 times as many while a gating row is undecided, has outliers or has two groups. With benchmarks, each benchmark ' +
      'stops on its own.' },
  'warmup-runs': { type: 'integer', default: 1, min: 0, max: 100, value: 'N', commands: measuring, repeats: true, measures: true,
    short: 'w', help: 'Runs per side before the first one that counts.' },
  duet: { type: 'boolean', default: 'auto', words: ['auto'], commands: ['ab', 'action'], repeats: true, measures: true,
    help: 'For machines that cannot be tuned or are shared: run both versions at the same time, each on a core of its own, ' +
      'and swap the cores from run to run. Disturbances then meet both alike. Needs two whole cores; not for benchmarks ' +
      'with threads. Services share their CPUs instead, and their CPU time decides. auto: ab chooses before the first run ' +
      'that counts, by the machine and one warm-up run of each version alone and beside the other, where cpus is auto, no ' +
      'seed is given, and there is no service. The action does not choose: false.' },
  seed: { type: 'integer', default: 0, min: 0, max: 2_147_483_647, value: 'N', commands: ['ab'],
    help: 'Decides at random which side goes first in each round. Result documents name it (plan.seed): with it, ' +
      'the order of an earlier comparison is repeated, of a duet with duet as well. 0: a new one.' },
  benchmarks: { type: 'files', default: [], value: 'NAME…', commands: measuring, repeats: true, measures: 'own',
    help: 'Names that take the place of {benchmark} in the command. In each run every one is a process of its own, in ' +
      'a new random order. If processes are timed, they name the rows. Otherwise they prefix the names in the results.' },
  shard: { type: 'text', default: '', value: 'K/N', commands: ['action'],
    help: 'Measure shard K of N of the benchmarks, in a matrix of N jobs: 2/8. Or index I of N, where I counts from 0 as ' +
      'strategy.job-index does. A job with mode publish compares all shards, and fails if one is missing.' },
  delta: { type: 'integer', default: 0, min: 0, max: 1_000_000_000, value: 'N', commands: measuring, repeats: true, measures: 'own',
    help: 'Run the command with N and with 2 N in place of {n}. The difference of both times, divided by N, counts: ' +
      'start-up cancels out. 0: off.' },
  layouts: { type: 'integer', default: 'auto', words: ['auto', 'called'], min: 0, max: 1000, value: 'N', commands: measuring, repeats: true, measures: 'own',
    help: 'Make each run with another of N builds, in which the linker put the code elsewhere: {layout} in the command is the ' +
      'number of the build. The verdict is then about the code, and not about where it lies. 5 at least, 20 to find ' +
      'small changes; 0: off. called: one build first, and 20 for the benchmarks that it calls changed. auto: called where ' +
      'there is a relink, else 0.' },
  relink: { type: 'text', default: '', value: 'CMD', commands: measuring, repeats: true, measures: 'own',
    help: 'Makes build {layout} after setup, once for each build that is needed, with the time limit of setup. Without it, setup ' +
      'makes them all: STABLE_BENCH_LAYOUTS has their numbers.' },
  service: { type: 'text', default: '', value: 'CMD', commands: measuring, repeats: true, measures: 'own',
    help: 'A server that the command puts under load. Each run starts it anew on the benchmark\'s CPUs, waits until it is up, and ' +
      'stops it. {port} in it, in ready and in the command is a free port.' },
  ready: { type: 'text', default: '', value: 'WHAT', commands: measuring, repeats: true, measures: 'own',
    help: 'When the service is up: an address that answers, such as http://127.0.0.1:{port}/health; a port, such as ' +
      'tcp://127.0.0.1:8080; or a text of the line that it prints. Without it, when {port} takes connections.' },
  'ready-timeout': { type: 'duration', default: 60, min: 1, max: 3600, value: 'TIME', commands: measuring, repeats: true, measures: 'own',
    help: 'A service that is not up after this time fails the run.' },
  'warm-up': { type: 'duration', default: 0, min: 0, max: 3600, value: 'TIME', commands: measuring, repeats: true, measures: true,
    help: 'How long the command puts a new service under load before the load that counts.' },
  'load-cpus': { type: 'text', default: 'auto', form: [/^(auto|none|\d[\d,-]*)$/, 'a list such as 2,3, auto or none'], value: 'LIST', commands: measuring, measures: true,
    help: 'CPUs for the load on a service: a list; none: not pinned; auto: those that the runner hooks reserve for it, otherwise ' +
      'whole cores other than the service\'s.' },
  'cool-down': { type: 'duration', default: 0, min: 0, max: 3600, value: 'TIME', commands: measuring, repeats: true, measures: true,
    help: 'A pause before each run.' },
  cache: { type: 'choice', default: 'warm', choices: ['warm', 'cold'], commands: measuring, repeats: true, measures: true,
    help: 'cold: drop the page cache of the machine before each process, and empty the caches of the benchmark\'s CPUs. This ' +
      'needs the runner hooks, or root.' },
  'wait-idle': { type: 'duration', default: 0, min: 0, max: 86_400, value: 'TIME', commands: measuring, measures: true,
    help: 'Wait until the machine is quiet before the first run, and measure anyway after this time. 0: a busy ' +
      'machine is only reported.' },
  prepare: { type: 'text', default: '', value: 'CMD', commands: measuring, repeats: true, describes: true,
    help: 'A command that bash runs before each process, outside of the clock: empty a cache, remove what a build made.' },
  'run-timeout': { type: 'duration', default: 1800, min: 1, max: 86_400, value: 'TIME', commands: measuring,
    help: 'A run that takes longer is stopped, and measuring fails.' },
  'max-time': { type: 'duration', default: 0, min: 0, max: 604_800, value: 'TIME', commands: measuring,
    help: 'Time limit for all runs, without setup: 10m. No round starts that would probably end later. The runs made so far ' +
      `decide, if each side has at least ${ENOUGH_RUNS}. 0: no limit.` },
  tool: { type: 'choice', default: 'auto', choices: ['auto', 'process', 'samples', 'hyperfine', 'google-benchmark', 'go',
      'criterion', 'cargo-criterion', 'libtest', 'pyperf', 'pytest-benchmark', 'jmh', 'mitata', 'tinybench', 'vitest',
      'github-action-benchmark', 'bencher', 'asv', 'deno', 'benchmark.js', 'divan', 'benchmark-dotnet', 'benchmark-tools',
      'benchmark-harness', 'catch2', 'nanobench', 'gnu-time', 'perf-stat', 'k6', 'gungraun', 'junit', 'trx', 'ctest', 'phpbench', 'benchmark-ips', 'nyrkio',
      'wrk', 'hey', 'ab', 'h2load', 'pgbench', 'sysbench', 'autocannon', 'oha', 'ghz', 'artillery', 'fio', 'vegeta', 'bombardier', 'redis-benchmark', 'memtier',
      'ycsb', 'locust', 'haskell-criterion', 'tasty-bench', 'celero', 'jmeter', 'gas-snapshot', 'size-limit', 'lighthouse', 'jetpack-benchmark', 'benchee', 'cachegrind', 'zbench', 'benchmark-driver',
      'kotlinx-benchmark', 'package-benchmark', 'core-bench', 'bechamel', 'lit'],
    commands: ['run', 'ab', 'bisect', 'compare', 'calibrate', 'trend import', 'export', 'action'], repeats: true, describes: true, heading: 'What is read',
    help: 'The format of the results. auto: recognise it. process: time whole processes and read no results.' },
  pattern: { type: 'text', default: '', value: 'PATTERN', commands: ['run', 'ab', 'bisect', 'compare', 'calibrate', 'export', 'action'], repeats: true, measures: true,
    help: 'How to read results that are in no known format: a regular expression with the groups name, value, unit and metric, or a ' +
      'JSON path. docs/configuration.md has examples.' },
  'pattern-unit': { type: 'text', default: '', value: 'UNIT', commands: ['run', 'ab', 'bisect', 'compare', 'calibrate', 'export', 'action'], repeats: true, measures: true,
    help: 'The unit of numbers for which the pattern gives no unit, such as ms.' },
  'pattern-better': { type: 'choice', default: 'auto', choices: ['auto', 'lower', 'higher'],
    commands: ['run', 'ab', 'bisect', 'compare', 'calibrate', 'export', 'action'], repeats: true, measures: true,
    help: 'Which numbers are better, where the unit does not say.' },
  results: { type: 'text', default: '', value: 'GLOB', commands: measuring, describes: true,
    help: 'Files that the command writes its results to, if it does not print them. They are removed before each run.' },
  cpus: { type: 'text', default: 'auto', value: 'LIST', commands: measuring, heading: 'The machine',
    help: 'CPUs for the benchmark: a list such as 2,3 or 4-7; none; auto: the CPUs that the runner hooks reserve, otherwise one ' +
      "whole core other than CPU 0's; auto:N: N whole cores, for a benchmark with threads." },
  'numa-node': { type: 'text', default: 'auto', form: [/^(auto|none|interleave|\d[\d,-]*)$/, 'a node or list such as 0, auto, none or interleave'], value: 'N', commands: measuring, measures: true,
    help: 'NUMA node for CPUs and memory: a number or list; none; interleave: memory spread over the nodes of the chosen ' +
      'CPUs; auto: the node of the CPUs.' },
  machine: { type: 'text', default: '', value: 'NAME', commands: measuring,
    help: "The machine's name in results. Stored results are compared only with results of the same machine. The name in the " +
      "runner hooks' receipt wins; without either, the runner's name counts, else the host's. Set it for runners that get a " +
      'new name each time.' },
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
} as const satisfies Record<string, Input>
