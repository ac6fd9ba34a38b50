// All facts of the machine, and two fingerprints: one of the facts that must match, one of those that are only shown.
import { fileTree } from '../../kernel-files.ts'
import { shortDigest } from '../../model/digest.ts'
import { isMatched, mustMatch } from '../../model/index.ts'
import { frequencyFacts } from './frequency.ts'
import { kernelFacts } from './kernel.ts'
import { platformFacts, runtimeFacts } from './platform.ts'
import { processorFacts } from './processor.ts'

export type Facts = Record<string, string>

const MOST = 400

/** One line of printable characters, because firmware vendors put anything into their names. */
const tidy = (text: string) =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MOST)

/** The facts that an unprivileged process can read below `root`. Unknown ones are left out. */
export function readFacts(root: string, pinnedCpus: string | null, path = process.env.PATH ?? ''): Facts {
  const tree = fileTree(root)
  const facts = {
    ...processorFacts(tree),
    ...frequencyFacts(tree, pinnedCpus),
    ...kernelFacts(tree),
    ...platformFacts(tree),
    ...runtimeFacts(path),
    'pinned-cpus': pinnedCpus ?? 'none',
  }
  const known = Object.entries(facts).map(([name, value]) => [name, tidy(value)] as const)
  return Object.fromEntries(known.filter(([, value]) => value !== ''))
}

const digest = (value: unknown) => shortDigest(JSON.stringify(value), 12)

/** Short digests. An unknown fact counts as empty. */
export function fingerprintsOf(facts: Facts): { fingerprint: string; shownFingerprint: string } {
  const shown = Object.keys(facts).filter(name => !isMatched(name))
  return {
    fingerprint: digest(mustMatch.map(name => [name, facts[name] ?? ''])),
    shownFingerprint: digest(shown.sort().map(name => [name, facts[name]])),
  }
}
