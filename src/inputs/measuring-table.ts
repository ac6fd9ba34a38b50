// The inputs that say what is measured and how; declared here once, as the others in table.ts.

export const measuring = ['run', 'ab', 'calibrate', 'action'] as const

// biome-ignore format: a table, which reads best compact
export const measuringInputs = {
  name: {
    type: 'text', default: 'benchmark', value: 'NAME', commands: measuring,
    help: 'The suite. It names the artifact, and the benchmark where the processes themselves are timed.',
  },
  'working-directory': {
    type: 'text', default: '.', value: 'DIR', commands: measuring,
    help: 'Where the commands run.',
  },
  runs: {
    type: 'integer', default: 10, min: 5, max: 1000, value: 'M', commands: ['run', 'ab', 'action'],
    help: 'Fresh processes per side.',
  },
  'calibration-runs': {
    type: 'integer', default: 40, min: 10, max: 1000, value: 'M', commands: ['calibrate'],
    help: 'Fresh processes in all.',
  },
  'max-runs': {
    type: 'integer', default: 20, min: 5, max: 1000, value: 'M', commands: ['ab', 'action'],
    help: 'Runs per side at the second look, made when both sides are measured and a gating row is undecided.',
  },
  'warmup-runs': {
    type: 'integer', default: 1, min: 0, max: 100, value: 'N', commands: measuring,
    help: 'Runs per side before the first one that counts.',
  },
  benchmarks: {
    type: 'files', default: [], value: 'NAME…', commands: measuring,
    help:
      'The command is a template: each of these, separated by spaces, takes the place of {benchmark}, in another ' +
      'random order in each run, as a process of its own. Names the rows where the processes are timed, else it prefixes them.',
  },
  delta: {
    type: 'integer', default: 0, min: 0, max: 1_000_000_000, value: 'N', commands: measuring,
    help:
      'The command is run with N and with 2 N in place of {n}; what counts is the difference of both times by N, ' +
      'which start-up does not touch. 0 for a command that is none of the kind.',
  },
  'cool-down': {
    type: 'integer', default: 0, min: 0, max: 3600, value: 'SECONDS', commands: measuring,
    help: 'A pause before each run.',
  },
  cache: {
    type: 'choice', default: 'warm', value: 'HOW', choices: ['warm', 'cold'], commands: measuring,
    help: 'cold drops the file cache of the machine before each process; needs the runner hooks, or root.',
  },
  'run-timeout': {
    type: 'integer', default: 1800, min: 1, max: 86_400, value: 'SECONDS', commands: measuring,
    help: 'A run that takes longer is stopped and fails the measurement.',
  },
  'total-timeout': {
    type: 'integer', default: 0, min: 0, max: 604_800, value: 'SECONDS', commands: measuring,
    help: 'No run is begun that would end later; the runs made decide, if there are 5 per side. 0 for no limit.',
  },
  tool: {
    type: 'choice', default: 'auto', value: 'TOOL', commands: ['run', 'ab', 'compare', 'calibrate', 'action'],
    choices: ['auto', 'process', 'samples', 'hyperfine', 'google-benchmark', 'go'],
    help: 'Whose output the command prints; process times the processes, auto recognises it.',
  },
  results: {
    type: 'text', default: '', value: 'GLOB', commands: measuring,
    help: 'Files the command writes its results to, if not its standard output. Removed before each run.',
  },
  cpus: {
    type: 'text', default: 'auto', value: 'LIST', commands: measuring,
    help:
      'CPUs for the benchmark: a list such as 2,3 or 4-7, none, auto (what the runner hooks keep, else one whole core, ' +
      'not that of CPU 0), or auto:N (N whole cores, for a benchmark with threads).',
  },
  'numa-node': {
    type: 'text', default: 'auto', value: 'N', commands: measuring,
    help:
      'NUMA node for CPUs and memory: a number or list, none, interleave (memory spread over the nodes of the chosen ' +
      'CPUs), or auto (their node).',
  },
  priority: {
    type: 'text', default: 'auto', value: 'LEVEL', commands: measuring,
    help: 'A nice level from -20 to 19, realtime, or auto (what the runner hooks set, else unchanged).',
  },
  'lock-memory': {
    type: 'boolean', default: false, commands: measuring,
    help:
      'Raise the limit on locked memory to unlimited, for programs that call mlockall. Warns where the runner hooks do ' +
      'not keep memory free for them (swap = off, memory = SIZE).',
  },
  aslr: {
    type: 'choice', default: 'auto', value: 'WHEN', choices: ['auto', 'off', 'on'], commands: measuring,
    help: 'Address space randomisation of the benchmark: off, on, or auto (off where the system allows it).',
  },
} as const
