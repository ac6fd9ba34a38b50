// Public histories of real benchmarks: where they are, and how they are written down.

/** `data.js` is what github-action-benchmark appends to (all its suites), `asv` the results of airspeed velocity. */
export type Source = { name: string; repository: string; branch: string } & (
  | { kind: 'data.js'; path: string }
  | { kind: 'asv'; machine: string }
)

const dataJs = (name: string, repository: string): Source => ({
  name,
  repository,
  branch: 'gh-pages',
  kind: 'data.js',
  path: 'dev/bench/data.js',
})

const asv = (name: string, repository: string, machine: string): Source => ({
  name,
  repository,
  branch: 'master',
  kind: 'asv',
  machine,
})

export const sources: Source[] = [
  dataJs('hyper', 'hyperium/hyper'),
  dataJs('examples', 'benchmark-action/github-action-benchmark'),
  asv('numpy-i7', 'pv/numpy-bench', 'i7'),
  asv('numpy-atom', 'pv/numpy-bench', 'atom'),
  asv('scipy-i7', 'pv/scipy-bench', 'i7'),
  asv('scipy-atom', 'pv/scipy-bench', 'atom'),
]
