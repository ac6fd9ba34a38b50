// The places of the frames of a flame graph: callers above callees, as wide as their time.
import type { StackTree } from '../../../model/index.ts'
import type { ProfileSide } from '../files.ts'

/** `first` and `next` lead from a node to its callees, the widest first; -1 for none. `from` and `width` are shares of the whole. */
export type Flame = {
  tree: StackTree
  first: Int32Array
  next: Int32Array
  depth: Int32Array
  from: Float64Array
  width: Float64Array
  levels: number
}

/** Lays the tree out by the weights of one side. Callers stand before their callees in the tree. */
export function layOut(tree: StackTree, side: ProfileSide): Flame {
  const weights = tree[side]
  const count = weights.length
  const first = new Int32Array(count + 1).fill(-1)
  const next = new Int32Array(count).fill(-1)
  const order = Int32Array.from(weights.keys()).sort((i, j) => (weights[i] ?? 0) - (weights[j] ?? 0))
  // The last one put in front is the widest. The outermost callers hang from an entry behind all nodes.
  for (const node of order) {
    const above = tree.parent[node] ?? -1
    const at = above < 0 ? count : above
    next[node] = first[at] ?? -1
    first[at] = node
  }
  const total = tree.parent.reduce((sum, above, i) => (above < 0 ? sum + (weights[i] ?? 0) : sum), 0) || 1
  const [depth, from, width] = [new Int32Array(count), new Float64Array(count), new Float64Array(count)]
  let levels = 0
  const place = (chain: number, begin: number, level: number) => {
    for (let node = chain, at = begin; node >= 0; node = next[node] ?? -1) {
      from[node] = at
      width[node] = (weights[node] ?? 0) / total
      depth[node] = level
      at += width[node] ?? 0
      levels = Math.max(levels, level + 1)
    }
  }
  place(first[count] ?? -1, 0, 0)
  for (let node = 0; node < count; node++) place(first[node] ?? -1, from[node] ?? 0, (depth[node] ?? 0) + 1)
  return { tree, first, next, depth, from, width, levels }
}

/** The node at a share of the width on a level; -1 for none. */
export function nodeAt({ first, next, from, width, tree }: Flame, share: number, level: number): number {
  let chain = first[tree.frame.length] ?? -1
  for (let down = 0; chain >= 0; down++) {
    let node = chain
    while (node >= 0 && !(share >= (from[node] ?? 0) && share < (from[node] ?? 0) + (width[node] ?? 0)))
      node = next[node] ?? -1
    if (node < 0 || down === level) return node
    chain = first[node] ?? -1
  }
  return -1
}

/** Where an arrow key leads from a node. */
export function neighbour({ first, next, tree }: Flame, node: number, key: string): number {
  const above = tree.parent[node] ?? -1
  if (node < 0) return first[tree.frame.length] ?? -1
  if (key === 'ArrowUp') return above < 0 ? node : above
  if (key === 'ArrowDown') return first[node] ?? -1
  if (key === 'ArrowRight') return next[node] ?? -1
  let before = first[above < 0 ? tree.frame.length : above] ?? -1
  while (before >= 0 && before !== node && next[before] !== node) before = next[before] ?? -1
  return before
}
