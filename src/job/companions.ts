// What all runs of a job share: a database, a queue, a mock. Each is started once, before the first run, and ends with the job.

import { housekeepingCpus } from '../measure/pin/housekeeping.ts'
import { tryCommand } from '../measure/pin/wrappers.ts'
import { scrubbedEnvironment } from '../measure/process/environment.ts'
import { commandLine, shellFor, startsAsIsIn } from '../measure/runs/command-line.ts'
import { Interrupted } from '../measure/runs/errors.ts'
import { PORT } from '../measure/runs/side-command.ts'
import { formatCpuList, parseCpuList } from '../model/index.ts'
import { freePort } from '../services/port.ts'
import { assertFree, parseReady, readyText, untilReady } from '../services/ready.ts'
import { howItEnded, notUp, serviceError } from '../services/service-error.ts'
import { type Service, startService } from '../services/service-process.ts'
import { directoryOfSide } from './prepare-measuring.ts'
import type { CompanionRequest, MeasureRequest } from './request/request.ts'
import type { Job } from './start.ts'

/** The variable in which all commands of a job find the port of a companion. */
const portVariable = ({ name }: CompanionRequest) => `STABLE_BENCH_PORT_${name.toUpperCase()}`

/** The request with a free port for each companion in its environment. */
export async function withPorts(request: MeasureRequest): Promise<MeasureRequest> {
  const env = { ...request.env }
  for (const companion of request.companions ?? []) env[portVariable(companion)] = String(await freePort())
  return { ...request, env }
}

/** CPUs of neither the benchmark nor its load, where such are left; none where nothing is pinned. */
function wrapperOf({ pinning, load, topology }: Job): string[] {
  if (pinning.cpus === null) return []
  const others = housekeepingCpus(parseCpuList(pinning.cpus, 'the pinned CPUs'), topology)
  const apart = others.filter(cpu => !load?.cpus.includes(cpu))
  const argv = ['taskset', '-c', formatCpuList(apart.length > 0 ? apart : others)]
  return others.length > 0 && tryCommand([...argv, 'true']).ok ? argv : []
}

type Running = { companion: CompanionRequest; service: Service }

const failed = ({ companion, service }: Running, problem: string) =>
  serviceError(`the companion ${companion.name}`, { problem, service, side: 'candidate' })

async function startOne(job: Job, companion: CompanionRequest, signal: AbortSignal): Promise<Running> {
  const { request } = job
  const env = scrubbedEnvironment(request.env)
  const cwd = directoryOfSide(request, 'candidate')
  const { command, ready: asked, readyTimeoutMs: timeoutMs } = companion
  const port = request.env[portVariable(companion)] ?? ''
  const text = readyText(asked, command).replaceAll(PORT, port)
  const ready = parseReady(text)
  await assertFree(ready, { what: `the companion ${companion.name}`, side: 'candidate' })
  const shell = shellFor([{ command, cwd }], env, startsAsIsIn(env))
  const argv = commandLine(command, shell).map(word => word.replaceAll(PORT, port))
  const running = { companion, service: startService(argv, { prefix: wrapperOf(job), cwd, env }) }
  if (await untilReady(ready, running.service, { timeoutMs, signal })) return running
  const end = running.service.end()
  const problem = end === null ? notUp(text, timeoutMs) : howItEnded(end, 'before it was up')
  const error = failed(running, problem)
  await running.service.stop()
  throw signal.aborted ? new Interrupted(`stopped before the companion ${companion.name} was up`) : error
}

/**
 * Starts the companions of `job`, calls `work`, and ends them whatever happens. Throws a MeasureError where one is not up in time, or
 * ends before the job does.
 */
export async function withCompanions<Result>(
  job: Job,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const running: Running[] = []
  const gone = () => running.find(({ service }) => service.end() !== null)
  const check = () => {
    const ended = gone()
    const end = ended?.service.end()
    if (ended && end) throw failed(ended, howItEnded(end, 'while the suite was measured'))
  }
  try {
    for (const companion of job.request.companions ?? []) running.push(await startOne(job, companion, signal))
    const result = await work().catch(async error => {
      // A run may fail before the end of the companion that it needed is known here. What keeps that one says so before it answers.
      await Promise.all(running.map(({ service }) => service.programs()))
      if (!signal.aborted) check()
      throw error
    })
    check()
    return result
  } finally {
    for (const { service } of running.reverse()) await service.stop()
  }
}
