// Keeps the costs of the benchmarks of a suite that several jobs share. The first shard writes them, from the sessions of an
// earlier run: the other shards of its own may still be measuring. An error never fails the job: the next one tries again.
import { writeFileSync } from 'node:fs'
import * as core from '@actions/core'
import { readStoredSession } from '../../files/session-file.ts'
import { branchEvents } from '../../github/api/branch-events.ts'
import { most, onTop } from '../../github/api/budget.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import { branchArtifacts, ofRepository } from '../../github/artifacts/branch-artifacts.ts'
import { artifactName, costsArtifactName, fingerprintIn } from '../../github/artifacts/name.ts'
import { runArtifacts } from '../../github/artifacts/of-run.ts'
import { singleResult } from '../../github/artifacts/stored-result.ts'
import { uploadNamed } from '../../github/artifacts/upload.ts'
import { costsFile, renderCosts } from '../../history/store/costs.ts'
import type { Values } from '../../inputs/values.ts'
import { type Costs, shardsOf } from '../../job/request/deal.ts'
import { parseShard, type Shard, shardName, suiteOf } from '../../job/request/shard.ts'
import type { Session } from '../../model/index.ts'
import { workFile } from '../work-file.ts'

/** The newest other run of this workflow on the branch in which this shard was measured; null where there is none. */
async function earlierRun(context: ConnectedJob, name: string): Promise<number | null> {
  const found = await branchArtifacts(context, { name, branches: [context.branch] })
  return found.find(({ artifact, runId }) => !artifact.expired && runId !== context.runId)?.runId ?? null
}

/** The sessions of all shards of a run; null where one has left none. Throws the server's refusal. */
async function sessionsOfShards(
  context: ConnectedJob,
  { suite, of, run }: { suite: string; of: number; run: number },
): Promise<Session[] | null> {
  const { artifacts } = await runArtifacts(context, run)
  const sessions: Session[] = []
  for (const number of Array.from({ length: of }, (_, i) => i + 1)) {
    const own = shardName(suite, { number, of })
    const left = artifacts.find(({ name }) => fingerprintIn('baseline', own, name) !== null)
    const [stored] = left ? ofRepository([left.artifact], context) : []
    if (!stored) return null
    const { fileName, bytes } = await singleResult(context, stored)
    sessions.push(readStoredSession(fileName, bytes, `the result of shard ${number} of run ${run}`))
  }
  return sessions
}

function costsIn(sessions: Session[]): Map<string, number> {
  const costs = sessions.flatMap(({ plan, costs = [] }) =>
    costs.map((seconds, i): [string, number] => [plan?.benchmarks?.[i] ?? '', seconds]),
  )
  return new Map(costs)
}

type Writer = { suite: string; shard: Shard; fingerprint: string; shards: string[][] | undefined }

async function writeCosts(
  context: ConnectedJob,
  { suite, shard, fingerprint, shards }: Writer,
): Promise<void> {
  const own = artifactName('baseline', shardName(suite, shard), fingerprint)
  const run = await earlierRun(context, own)
  const sessions = run && (await sessionsOfShards(context, { suite, of: shard.of, run }))
  if (!sessions) return
  const path = workFile(costsFile)
  writeFileSync(path, renderCosts({ seconds: costsIn(sessions), shards }))
  const name = costsArtifactName(suite)
  await uploadNamed(name, [path], context.runAttempt)
  core.info(`Kept what the benchmarks cost in the artifact ${name}`)
}

/**
 * Uploads what each benchmark cost, by which the next jobs deal them out: by the first shard alone, after a run in
 * which all shards were measured. The next nights keep a deal by cost. An error only gives a warning.
 */
export async function keepCosts(
  values: Pick<Values, 'name' | 'shard' | 'benchmarks'>,
  context: ConnectedJob,
  { session, costs }: { session: Pick<Session, 'testbed'>; costs: Costs | null },
): Promise<void> {
  const shard = parseShard(values.shard)
  if (shard?.number !== 1 || !branchEvents.includes(context.event)) return
  const writer = {
    suite: suiteOf(values.name, shard),
    shard,
    fingerprint: session.testbed?.fingerprint ?? '',
    shards: costs === null ? undefined : shardsOf([...new Set(values.benchmarks)], shard.of, costs),
  }
  try {
    const own = most.costRequestsOfShard * shard.of + most.costRequests
    await onTop(context.octokit, own, () => writeCosts(context, writer))
  } catch (error) {
    core.warning(`The cost of each benchmark was not kept: ${explainRefusal(error, 'actions: read')}`)
  }
}
