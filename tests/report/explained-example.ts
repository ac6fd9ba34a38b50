// What explains a row, to render: a profile with its tree, and one that could not be taken.
import type { Explained, StackTree } from '../../src/model/index.ts'

/** A tree of `size` nodes, in which one path takes longer. */
export function treeOf(size: number): StackTree {
  const tree: StackTree = { frames: [], frame: [], parent: [], baseline: [], candidate: [] }
  for (let i = 0; i < size; i++) {
    tree.frames.push(i === 1 ? 'parse_number' : `function_${i}`)
    tree.frame.push(i)
    tree.parent.push(i === 0 ? -1 : (i - 1) >> 2)
    const level = Math.floor(Math.log(3 * i + 1) / Math.log(4))
    tree.baseline.push(Math.round(1e6 / 4 ** level))
    tree.candidate.push(Math.round((1e6 / 4 ** level) * (i === 0 || i === 1 ? 1.05 : 1)))
  }
  return tree
}

export const profiled = (more: Partial<Explained> = {}): Explained => ({
  benchmark: null,
  counted: [
    { name: 'instructions', change: 0.048, interval: [0.0479, 0.0481] },
    { name: 'cycles', change: 0.051, interval: [0.048, 0.054] },
    { name: 'cpu-time', change: 0.05, interval: [0.045, 0.055] },
  ],
  profile: {
    profiler: 'perf record -e cycles:u',
    runs: { baseline: 12, candidate: 12 },
    samples: { baseline: 24_010, candidate: 25_222 },
    total: { change: 0.051, interval: [0.047, 0.055] },
    rest: { change: 0.001, changed: false },
    perOperation: false,
    unknown: 0,
    functions: [
      {
        name: 'parse_number',
        file: 'src/parse number.c',
        line: 12,
        baseline: 0.2,
        candidate: 0.241,
        gain: 0.041,
        interval: [0.037, 0.045],
        named: true,
      },
      {
        name: 'memchr',
        file: null,
        line: null,
        baseline: 0.1,
        candidate: 0.109,
        gain: 0.009,
        interval: [0.006, 0.012],
        named: true,
        code: 'same',
      },
      {
        name: 'write_out',
        file: 'src/out.c',
        line: 3,
        baseline: 0.3,
        candidate: 0.299,
        gain: -0.001,
        interval: [-0.004, 0.002],
        named: false,
      },
    ],
    tree: treeOf(400),
  },
  missing: null,
  ...more,
})
