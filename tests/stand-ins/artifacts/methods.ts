// The methods of the results service's ArtifactService, as Twirp JSON messages (protobuf JSON: 64-bit numbers are text).

import type { Reply } from '../local-server.ts'
import { newBlob, signedUrl } from './blob-store.ts'
import type { Scope } from './runtime-token.ts'
import { type ArtifactStore, digestOf, newEntry } from './store.ts'

/**
 * A job that calls. A run that was started again as a whole does not see what its earlier attempts left; one whose failed
 * jobs are repeated does (`partial`), though GitHub may not hand it out.
 */
export type Caller = { runId: number; attempt: number; partial: boolean }

/** `caller` and `scope` are those of the token; `origin` is where blobs are served. */
export type Call = { store: ArtifactStore; origin: string; caller: Caller; scope: Scope; message: Message }

export type Message = Record<string, string | undefined>

/** By name; each answers 200 with the response message, or a Twirp error with its HTTP status. */
export const artifactMethods: Record<string, (call: Call) => Reply> = {
  CreateArtifact: create,
  FinalizeArtifact: finalize,
  ListArtifacts: list,
  GetSignedArtifactURL: sign,
  DeleteArtifact: remove,
}

/** A Twirp error. */
export const refuse = (status: number, code: string, msg: string): Reply => ({ status, body: { code, msg } })

const accept = (body: object): Reply => ({ status: 200, body })

/** Each attempt keeps its own copy of a name. */
const entriesOfAttempt = ({ store, caller }: Call) =>
  store.entries.filter(entry => entry.runId === caller.runId && entry.attempt === caller.attempt)

function visible({ store, caller }: Call) {
  const { runId, attempt, partial } = caller
  return store.entries.filter(
    entry =>
      entry.finished &&
      entry.runId === runId &&
      (entry.attempt === attempt || (partial && entry.attempt < attempt)),
  )
}

function create(call: Call): Reply {
  const { name, mime_type = 'application/zip', expires_at, workflow_job_run_backend_id: job } = call.message
  if (job !== call.scope.job) return refuse(403, 'permission_denied', 'the token belongs to another job')
  if (!name) return refuse(400, 'invalid_argument', 'name is required')
  if (entriesOfAttempt(call).some(entry => entry.name === name)) {
    return refuse(409, 'already_exists', 'an artifact with this name already exists on the workflow run')
  }
  const blob = newBlob(mime_type === 'application/zip' ? `${name}.zip` : name, mime_type)
  const { runId, attempt } = call.caller
  const entry = newEntry(call.store, { runId, attempt, name }, blob)
  entry.jobBackendId = call.scope.job
  if (expires_at !== undefined) entry.expiresAt = expires_at
  return accept({ ok: true, signed_upload_url: signedUrl(call.origin, blob) })
}

function finalize(call: Call): Reply {
  const { name, size, hash } = call.message
  const ofJob = entriesOfAttempt(call).filter(
    entry => entry.jobBackendId === call.scope.job && !entry.finished,
  )
  const entry = ofJob.find(candidate => candidate.name === name)
  if (!entry) return refuse(404, 'not_found', 'no upload of that name is under way in this job')
  const { content } = entry.blob
  if (content === null) return refuse(400, 'failed_precondition', 'nothing was uploaded')
  const digest = digestOf(content)
  if (size !== String(content.length)) {
    return refuse(400, 'invalid_argument', `the size is ${size}, but ${content.length} bytes were uploaded`)
  }
  if (hash !== digest)
    return refuse(400, 'invalid_argument', `the hash is ${hash}, but that of the upload is ${digest}`)
  Object.assign(entry, { size: content.length, digest, finished: true })
  return accept({ ok: true, artifact_id: String(entry.id) })
}

function list(call: Call): Reply {
  const { name_filter: name, id_filter: id } = call.message
  const artifacts = visible(call)
    .filter(entry => name === undefined || entry.name === name)
    .filter(entry => id === undefined || String(entry.id) === id)
    .map(entry => ({
      workflow_run_backend_id: call.scope.run,
      workflow_job_run_backend_id: entry.jobBackendId,
      database_id: String(entry.id),
      name: entry.name,
      size: String(entry.size),
      created_at: entry.createdAt,
      digest: entry.digest,
    }))
  return accept({ artifacts })
}

function sign(call: Call): Reply {
  // What `list` shows of earlier attempts, GitHub may refuse here all the same.
  const entry = entriesOfAttempt(call).find(({ name, finished }) => finished && name === call.message.name)
  if (!entry) return refuse(404, 'not_found', 'no such artifact in this run')
  return accept({ name: entry.name, signed_url: signedUrl(call.origin, entry.blob) })
}

function remove(call: Call): Reply {
  const entry = entriesOfAttempt(call).find(({ name }) => name === call.message.name)
  if (!entry) return refuse(404, 'not_found', 'no such artifact in this run')
  call.store.entries.splice(call.store.entries.indexOf(entry), 1)
  return accept({ ok: true, artifact_id: String(entry.id) })
}
