// One leg of a run: what one job measured of one suite on one machine, read back from its artifact. Believes nothing
// that the artifact's name does not bear out, and of a fork nothing at all beyond its numbers.
import { gunzipSync } from 'node:zlib'
import { artifactName } from '../github/artifact-name.ts'
import { readStoredSession } from '../history/session-file.ts'
import type { Session } from '../model.ts'
import { boundedSession } from './publish-bounds.ts'

/** The i-th of both sides were measured in one job; `baseline` is null where the candidate was measured alone. */
export type Block = { candidate: Session; baseline: Session | null }

export type MeasuredLeg = {
  suite: string
  fingerprint: string
  machine: string
  /** What the last attempt's job says that it measured. */
  commit: string
  /** The last attempt first. */
  blocks: Block[]
}

/** What the publish job knows for sure of a run that a fork's code made; null for a run of this repository. */
export type Fork = { headSha: string }

const maxDocumentBytes = 64 * 1024 * 1024
const maxAttempts = 20

function unpacked(name: string, bytes: Uint8Array): Uint8Array {
  if (!name.endsWith('.gz')) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: maxDocumentBytes })
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    throw new Error(
      code === 'ERR_BUFFER_TOO_LARGE'
        ? `${name} unpacks to more than ${maxDocumentBytes} bytes`
        : `${name} cannot be unpacked: ${message}`,
    )
  }
}

function readSession(name: string, bytes: Uint8Array, leg: string, fork: Fork | null): Session {
  const session = readStoredSession('result.json', unpacked(name, bytes), `${name} of ${leg}`)
  return fork ? boundedSession(session) : session
}

/** What a fork says it measured is replaced by what the event says, and by nothing for its baseline. */
function withKnownRevisions({ candidate, baseline }: Block, fork: Fork | null): Block {
  if (!fork) return { candidate, baseline }
  const revision = { commit: fork.headSha, ref: null, dirty: null }
  return { candidate: { ...candidate, revision }, baseline: baseline && { ...baseline, revision: null } }
}

/** `result.json.gz` → `baseline.json.gz`, `result-attempt-1.json` → `baseline-attempt-1.json`. */
const counterpart = (name: string) => name.replace(/^result/, 'baseline')

/** The last attempt's file has no number; the others follow, the newer first. */
function resultNames(files: Map<string, Uint8Array>): string[] {
  const attempt = (name: string) => Number(/-attempt-(\d+)/.exec(name)?.[1] ?? Number.POSITIVE_INFINITY)
  const names = [...files.keys()].filter(name => name.startsWith('result'))
  return names.sort((a, b) => attempt(b) - attempt(a))
}

/**
 * The leg in the files of artifact `name`. Throws with the reason for what is no result of this version, or not of the
 * suite and machine that the name says.
 */
export function readLeg(name: string, files: Map<string, Uint8Array>, fork: Fork | null): MeasuredLeg {
  const names = resultNames(files)
  if (!names.some(each => /^result\.json/.test(each))) throw new Error('it holds no result.json.gz')
  if (names.length > maxAttempts) throw new Error(`it holds ${names.length} attempts`)
  const blocks = names.map(each => {
    const other = files.get(counterpart(each))
    return {
      candidate: readSession(each, files.get(each) as Uint8Array, name, fork),
      baseline: other ? readSession(counterpart(each), other, name, fork) : null,
    }
  })
  const { suite, testbed, revision } = (blocks[0] as Block).candidate
  const fingerprint = testbed?.fingerprint ?? ''
  if (artifactName('candidate', suite ?? '', fingerprint) !== name) {
    throw new Error('its result is of another suite or machine than its name says')
  }
  return {
    suite: suite ?? '',
    fingerprint,
    machine: testbed?.facts.machine ?? fingerprint,
    commit: revision?.commit ?? '',
    blocks: blocks.map(block => withKnownRevisions(block, fork)),
  }
}
