// What all runs of a job share: a database, a queue, a mock. Each is started once, before the first run, and ends with the job.

import { housekeepingCpus } from '../measure/pin/housekeeping.ts'
import { tryCommand } from '../measure/pin/wrappers.ts'
import { scrubbedEnvironment } from '../measure/process/environment.ts'
import { commandLine, shellFor, startsAsIsIn } from '../measure/runs/command-line.ts'
import { PORT } from '../measure/runs/side-command.ts'
import { formatCpuList, parseCpuList } from '../model/index.ts'
import { freePort } from '../services/port.ts'
import { readyText } from '../services/ready.ts'
import type { Service } from '../services/service-process.ts'
import { howItEnded, serviceError, startedService } from '../services/started-service.ts'
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

const nameOf = ({ name }: CompanionRequest) => `the companion ${name}`

async function startOne(job: Job, companion: CompanionRequest, signal: AbortSignal): Promise<Running> {
  const { request } = job
  const env = scrubbedEnvironment(request.env)
  const cwd = directoryOfSide(request, 'candidate')
  const { command, ready, readyTimeoutMs: timeoutMs } = companion
  const port = request.env[portVariable(companion)] ?? ''
  const text = readyText(ready, command).replaceAll(PORT, port)
  const shell = shellFor([{ command, cwd }], env, startsAsIsIn(env))
  const argv = commandLine(command, shell).map(word => word.replaceAll(PORT, port))
  const where = { prefix: wrapperOf(job), cwd, env }
  const wanted = { what: nameOf(companion), side: 'candidate', text, timeoutMs, signal } as const
  return { companion, service: await startedService(argv, where, wanted) }
}

/**
 * Calls `work` between start and end of the companions. Throws a MeasureError where one is not up in time, or ends before the job.
 */
export async function withCompanions<Result>(
  job: Job,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const running: Running[] = []
  const check = () => {
    for (const { companion, service } of running) {
      const end = service.end()
      const problem = end && howItEnded(end, 'while the suite was measured')
      if (problem) throw serviceError(nameOf(companion), { problem, service, side: 'candidate' })
    }
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
