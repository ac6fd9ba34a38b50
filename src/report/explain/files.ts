// The call stacks of a profile as files that other viewers read.
import type { StackTree } from '../../model/index.ts'

export type ProfileSide = 'baseline' | 'candidate'

/** The weight of each node without that of its callees, in millionths of the baseline's total. */
function ownWeights({ parent }: StackTree, weights: number[]): number[] {
  const own = [...weights]
  for (const [i, above] of parent.entries())
    if (above >= 0) own[above] = (own[above] ?? 0) - (weights[i] ?? 0)
  return own.map(weight => Math.max(0, weight))
}

/** The nodes from the outermost caller to `node`. */
function wayTo({ parent }: StackTree, node: number): number[] {
  const way: number[] = []
  for (let at = node; at >= 0; at = parent[at] ?? -1) way.push(at)
  return way.reverse()
}

/** Collapsed stacks of one side, as flamegraph.pl and others read them: `main;parse 1200`, in millionths of the baseline's total. */
export function collapsedStacks(tree: StackTree, side: ProfileSide): string {
  const own = ownWeights(tree, tree[side])
  const name = (node: number) => tree.frames[tree.frame[node] ?? 0] ?? ''
  return own
    .flatMap((weight, node) => (weight > 0 ? [`${wayTo(tree, node).map(name).join(';')} ${weight}\n`] : []))
    .join('')
}

/** Both sides as one document of speedscope: github.com/jlfwong/speedscope/wiki/Importing-from-custom-sources. */
export function speedscopeJson(tree: StackTree, name: string): string {
  const profiles = (['baseline', 'candidate'] as const).map(side => {
    const own = ownWeights(tree, tree[side])
    const nodes = own.flatMap((weight, node) => (weight > 0 ? [node] : []))
    const weights = nodes.map(node => own[node] ?? 0)
    return {
      type: 'sampled',
      name: side,
      unit: 'none',
      startValue: 0,
      endValue: weights.reduce((sum, weight) => sum + weight, 0),
      samples: nodes.map(node => wayTo(tree, node).map(each => tree.frame[each] ?? 0)),
      weights,
    }
  })
  return JSON.stringify({
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    shared: { frames: tree.frames.map(frame => ({ name: frame })) },
    profiles,
    activeProfileIndex: 1,
    exporter: 'stable-bench',
    name,
  })
}
