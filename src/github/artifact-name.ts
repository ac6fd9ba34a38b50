// Artifacts are found by their exact name only, so the name says what may be compared: suite and fingerprint.
import { createHash } from 'node:crypto'

/** What the base branch leaves, many of those in one, those a release was compared with, what a pull request leaves. */
export type ArtifactKind = 'baseline' | 'pool' | 'release' | 'candidate'

/** A suite's name as far as artifact names allow it; a digest keeps apart what would become equal. */
function slug(suite: string): string {
  const plain = suite.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 60)
  if (plain === suite) return plain
  return `${plain}-${createHash('sha256').update(suite).digest('hex').slice(0, 6)}`
}

/** `stable-bench-baseline-SUITE-FINGERPRINT`; a matrix has as many of them as suites and machines. */
export function artifactName(kind: ArtifactKind, suite: string, fingerprint: string): string {
  return `stable-bench-${kind}-${slug(suite)}-${fingerprint}`
}

/** What all artifact names of a kind start with. */
export const artifactPrefix = (kind: ArtifactKind) => `stable-bench-${kind}-`

/** The artifact with the history of a suite, on all machines. */
export const trendArtifactName = (suite: string) => `stable-bench-trend-${slug(suite)}`

/** The artifact with the reports that the publish job of `name` makes. */
export const reportArtifactName = (name: string) => `stable-bench-report-${slug(name)}`
