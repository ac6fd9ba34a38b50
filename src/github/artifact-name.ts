// Artifacts are found by their exact name only, so the name says what may be compared: suite and fingerprint.
import { createHash } from 'node:crypto'

export type ArtifactKind = 'baseline' | 'candidate'

/** A suite's name as far as artifact names allow it; a digest keeps apart what would become equal. */
function slug(suite: string): string {
  const plain = suite.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 60)
  if (plain === suite) return plain
  return `${plain}-${createHash('sha256').update(suite).digest('hex').slice(0, 6)}`
}

/** `stable-bench-baseline-SUITE-FINGERPRINT`, which the base branch leaves, or `-candidate-` of a pull request. */
export function artifactName(kind: ArtifactKind, suite: string, fingerprint: string): string {
  return `stable-bench-${kind}-${slug(suite)}-${fingerprint}`
}
