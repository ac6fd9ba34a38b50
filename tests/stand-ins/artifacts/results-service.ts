// Stand-in for the Actions results service: artifacts v4 over Twirp JSON with a blob store, for `@actions/artifact`.
// Stricter than its clients need: forged or foreign tokens, wrong sizes or digests and duplicate names are refused.
import { randomBytes } from 'node:crypto'
import { type Received, type Reply, startLocalServer } from '../local-server.ts'
import { answerBlobRequest, signedUrl } from './blob-store.ts'
import { artifactMethods, type Caller, type Message, refuse } from './methods.ts'
import { backendId, issueToken, readScope } from './runtime-token.ts'
import {
  type ArtifactStore,
  addEntry,
  findEntry,
  type NewArtifact,
  publicPart,
  type StoredArtifact,
} from './store.ts'

export type ResultsService = {
  /** For ACTIONS_RESULTS_URL. */
  url: string
  /** For ACTIONS_RUNTIME_TOKEN; of the first attempt where nothing is said. */
  token: (runId: number, jobId: string, attempt?: Partial<Pick<Caller, 'attempt' | 'partial'>>) => string
  artifacts: () => StoredArtifact[]
  /** An artifact's zip. */
  blob: (artifactId: number) => Buffer
  addArtifact: (artifact: NewArtifact) => StoredArtifact
  /** Where an artifact's zip can be got without further authorization. */
  downloadUrl: (artifactId: number) => string
  /** Its time has come: it is still listed, and cannot be downloaded. */
  expire: (artifactId: number) => void
  /** The next `times` downloads break off in the middle. */
  cutDownloads: (times: number) => void
  /** Every request that was not answered with success, in order. */
  refusals: { request: string; status: number; reason: string }[]
  close: () => Promise<void>
}

/** `runs` gives a run and its attempt by their backend id, for those that were given tokens. */
type Service = { store: ArtifactStore; secret: Buffer; runs: Map<string, Caller> }

/** Starts the service on a free port of 127.0.0.1; its contents live as long as the returned object. */
export async function startResultsService(): Promise<ResultsService> {
  const service: Service = { store: { entries: [], made: 0 }, secret: randomBytes(32), runs: new Map() }
  const { store } = service
  const refusals: ResultsService['refusals'] = []
  let cuts = 0
  const server = await startLocalServer(request => {
    const reply = answer(service, request)
    if (request.method === 'GET' && reply.status === 200 && cuts > 0) {
      cuts--
      return { ...reply, cut: true }
    }
    if (reply.status >= 300) {
      const reason = (reply.body as { msg?: string } | undefined)?.msg ?? ''
      refusals.push({ request: `${request.method} ${request.url.pathname}`, status: reply.status, reason })
    }
    return reply
  })
  return {
    url: `${server.url}/`,
    token: (runId, jobId, more = {}) =>
      tokenFor(service, { runId, attempt: 1, partial: false, ...more }, jobId),
    artifacts: () => store.entries.filter(entry => entry.finished).map(publicPart),
    blob: id => findEntry(store, id).blob.content,
    addArtifact: artifact => publicPart(addEntry(store, artifact)),
    downloadUrl: id => signedUrl(server.url, findEntry(store, id).blob),
    expire: id => void Object.assign(findEntry(store, id), { expired: true }),
    cutDownloads: times => {
      cuts = times
    },
    refusals,
    close: server.close,
  }
}

function tokenFor({ secret, runs }: Service, caller: Caller, jobId: string): string {
  const { runId, attempt } = caller
  const run = backendId(`run ${runId} attempt ${attempt}`)
  runs.set(run, caller)
  return issueToken(secret, { run, job: backendId(`run ${runId} attempt ${attempt} job ${jobId}`) })
}

function answer({ store, secret, runs }: Service, request: Received): Reply {
  const { pathname, origin } = request.url
  if (pathname.startsWith('/blob/')) {
    const blobs = store.entries.map(entry => entry.blob)
    return answerBlobRequest(blobs, request)
  }
  const [, name = ''] =
    /^\/twirp\/github\.actions\.results\.api\.v1\.ArtifactService\/(\w+)$/.exec(pathname) ?? []
  const method = artifactMethods[name]
  if (!method || request.method !== 'POST')
    return refuse(404, 'bad_route', `there is no handler for ${pathname}`)
  const scope = readScope(secret, request.headers.authorization)
  const caller = scope && runs.get(scope.run)
  if (!scope || !caller)
    return refuse(401, 'unauthenticated', 'the token is missing or was not issued by this service')
  const message = JSON.parse(request.body.toString()) as Message
  if (message.workflow_run_backend_id !== scope.run) {
    return refuse(403, 'permission_denied', 'the token belongs to another workflow run')
  }
  return method({ store, origin, caller, scope, message })
}
