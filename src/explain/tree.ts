// The call stacks of both sides as one tree, for the flame graph and for the files of other viewers.
import { MOST_NODES, type StackTree } from '../model/index.ts'
import { type EachSide, type Profile, totalTime } from './profile.ts'

const MILLION = 1e6

type Node = { frame: string; baseline: number; candidate: number; children: Map<string, Node> }

const newNode = (frame: string): Node => ({ frame, baseline: 0, candidate: 0, children: new Map() })

const totalOf = (profiles: Profile[]) => profiles.reduce((sum, profile) => sum + totalTime(profile), 0)

function grow(root: Node, profiles: Profile[], side: keyof EachSide<unknown>, unit: number): void {
  for (const { stacks } of profiles) {
    for (const [stack, weight] of stacks) {
      let node = root
      node[side] += weight * unit
      for (const frame of stack.split(';')) {
        const child = node.children.get(frame) ?? newNode(frame)
        node.children.set(frame, child)
        child[side] += weight * unit
        node = child
      }
    }
  }
}

const weightOf = ({ baseline, candidate }: Node) => Math.max(baseline, candidate)

/** The weight from which on there are at most `MOST_NODES`. A caller is never lighter than its callees. */
function leastWeight(root: Node): number {
  const weights: number[] = []
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const child of node.children.values()) {
      weights.push(weightOf(child))
      waiting.push(child)
    }
  }
  return weights.length <= MOST_NODES ? 0 : (Float64Array.from(weights).sort().at(-MOST_NODES) ?? 0)
}

/**
 * The mean run of either side in one tree, in millionths of the baseline's total; `perOperation` as in gains.ts. Of more than
 * `MOST_NODES` nodes the lightest are left out.
 */
export function stackTree(
  { baseline, candidate }: EachSide<Profile[]>,
  perOperation: number | null,
): StackTree {
  const root = newNode('')
  const totals = { baseline: totalOf(baseline), candidate: totalOf(candidate) }
  const unit = MILLION / (totals.baseline || 1)
  const perRun =
    perOperation === null
      ? unit * (baseline.length / candidate.length)
      : (MILLION * perOperation) / (totals.candidate || 1)
  grow(root, baseline, 'baseline', unit)
  grow(root, candidate, 'candidate', perRun)
  const least = leastWeight(root)
  const frames = new Map<string, number>()
  const tree: StackTree = { frames: [], frame: [], parent: [], baseline: [], candidate: [] }
  const waiting = [...root.children.values()].map(node => ({ node, parent: -1 }))
  for (let i = 0; i < waiting.length && tree.frame.length < MOST_NODES; i++) {
    const { node, parent } = waiting[i] as (typeof waiting)[0]
    if (weightOf(node) < least) continue
    const own = frames.get(node.frame) ?? frames.size
    frames.set(node.frame, own)
    const at = tree.frame.push(own) - 1
    tree.parent.push(parent)
    tree.baseline.push(Math.round(node.baseline))
    tree.candidate.push(Math.round(node.candidate))
    for (const child of node.children.values()) waiting.push({ node: child, parent: at })
  }
  return { ...tree, frames: [...frames.keys()] }
}
