// Artifacts are found by their exact name only, so the name says what may be compared: suite and fingerprint.
import { shortDigest } from '../../model/digest.ts'

/**
 * `baseline`: the result of a branch. `candidate`: the result of a pull request or release. `page`: its HTML report.
 * `unmeasured`: that a job could not measure a suite. `failed`: that a job with this report measured nothing.
 */
type ArtifactKind = 'baseline' | 'candidate' | 'page' | 'unmeasured' | 'failed'

/** A suite's name with the characters that artifact names allow. A digest keeps changed names apart. */
function slug(suite: string): string {
  const plain = suite.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 60)
  if (plain === suite) return plain
  return `${plain}-${digest(suite)}`
}

const digest = (text: string) => shortDigest(text, 6)

/** `stable-bench-baseline-SUITE-FINGERPRINT`; a matrix has as many of them as suites and machines. */
export function artifactName(kind: ArtifactKind, suite: string, fingerprint: string): string {
  return `stable-bench-${kind}-${slug(suite)}-${fingerprint}`
}

/** The fingerprint in the name of an artifact of this kind and suite, whatever the testbed; null in any other name. */
export function fingerprintIn(kind: ArtifactKind, suite: string, name: string): string | null {
  const start = artifactName(kind, suite, '')
  const end = name.slice(start.length)
  return name.startsWith(start) && /^[0-9a-f]{12}$/.test(end) ? end : null
}

/** The suite in the name of an artifact of this kind, as the name spells it; null in any other name. */
export function slugIn(kind: ArtifactKind, name: string): string | null {
  const [whole, suite] = /^(.+)-[0-9a-f]{12}$/.exec(name.slice(artifactPrefix(kind).length)) ?? []
  return name.startsWith(artifactPrefix(kind)) && whole !== undefined ? (suite ?? null) : null
}

/** The start of all artifact names of a kind. */
export const artifactPrefix = (kind: ArtifactKind) => `stable-bench-${kind}-`

/** The artifact with the history of a suite, on all machines. */
export const trendArtifactName = (suite: string) => `stable-bench-trend-${slug(suite)}`

/** The artifact with the costs of the benchmarks of a suite, of all its shards. */
export const costsArtifactName = (suite: string) => `stable-bench-costs-${slug(suite)}`

/** The artifact with the reports that the publish job of `name` makes. */
export function reportArtifactName(name: string): string {
  const plain = slug(name)
  const own = `stable-bench-report-${plain}`
  // No name may look like another one's later attempt. Where a fingerprint ends the name, none can.
  return attemptEnd.test(own) ? `${own}-${digest(name)}` : own
}

const attemptEnd = /-attempt-([1-9][0-9]{0,3})$/

/** The name of an artifact of attempt `attempt`. Every attempt leaves its own, and that of the first has no number. */
export const ofAttempt = (name: string, attempt: number) =>
  attempt > 1 ? `${name}-attempt-${attempt}` : name

/** Names the sessions of one attempt in records: the run, and its artifact. */
export const sessionsName = (runId: number, artifact: string, attempt: number) =>
  `${runId}/${ofAttempt(artifact, attempt)}`

/** Splits a name that `ofAttempt` made into name and attempt. A name without a number is the first attempt's. */
export function splitAttempt(name: string): { name: string; attempt: number } {
  const [end = '', number = '1'] = attemptEnd.exec(name) ?? []
  return { name: name.slice(0, name.length - end.length), attempt: Number(number) }
}

/** The file of a page, and the name of its artifact: the service names one without an archive so. No other ends so. */
export const pageFile = (name: string, attempt: number): string => `${ofAttempt(name, attempt)}.html`
