// Load generators that wait for an answer before they send the next request. While the server stalls they send
// nothing, so the requests that would have met the stall are missing from the latencies: coordinated omission
// (G. Tene, "How NOT to Measure Latency", 2013). Throughput is not affected.
import type { Warning } from '../../model.ts'
import { k6IsClosed } from './k6-executors.ts'
import { type Started, startedPrograms } from './shell-commands.ts'

/** Reads a file that the command line names, null where it cannot be read. */
export type ReadScript = (path: string) => string | null

type Generator = { isClosed: (started: Started, read: ReadScript) => boolean; instead: string }

/** Whether an option is given as `-R5`, `-R 5`, `-R=5` or `--rate`, `--rate=5`. */
function has({ args }: Started, ...options: string[]): boolean {
  return options.some(option =>
    args.some(arg =>
      option.startsWith('--') ? arg === option || arg.startsWith(`${option}=`) : arg.startsWith(option),
    ),
  )
}

const always = () => true
const openLoop = 'use an open loop: wrk2 -R RATE, vegeta attack -rate RATE, or k6 with constant-arrival-rate'

/** Of autocannon: a rate makes it correct its latencies, unless told not to. */
function autocannonIsClosed(started: Started): boolean {
  const rate = has(started, '-R', '--overallRate', '-r', '--connectionRate')
  return !rate || has(started, '-C', '--ignoreCoordinatedOmission')
}

const vegetaHasNoRate = ({ args }: Started) =>
  args.includes('attack') && /(^| )--?rate[= ](0|infinity)( |$)/.test(args.join(' '))

const GENERATORS: Record<string, Generator> = {
  // The program of wrk2 is called wrk as well; only it has a rate.
  wrk: { isClosed: started => !has(started, '-R', '--rate'), instead: 'use wrk2 with -R RATE' },
  ab: { isClosed: always, instead: openLoop },
  siege: { isClosed: always, instead: openLoop },
  h2load: { isClosed: always, instead: openLoop },
  locust: { isClosed: always, instead: openLoop },
  hey: { isClosed: always, instead: `${openLoop} (-q of hey only holds its workers back)` },
  bombardier: { isClosed: always, instead: `${openLoop} (-r of bombardier only holds it back)` },
  autocannon: { isClosed: autocannonIsClosed, instead: 'give it a rate with -R, without -C' },
  oha: {
    isClosed: started => !has(started, '-q') || !has(started, '--latency-correction'),
    instead: 'give it -q RATE and --latency-correction',
  },
  k6: { isClosed: k6IsClosed, instead: 'use the executor constant-arrival-rate or ramping-arrival-rate' },
  vegeta: { isClosed: vegetaHasNoRate, instead: 'give it a -rate above 0' },
  nighthawk_client: { isClosed: started => !has(started, '--open-loop'), instead: 'give it --open-loop' },
}

const programs = new Set(Object.keys(GENERATORS))

/**
 * A warning for each load generator in `command` whose latencies leave stalls out, with what to do instead. `read`
 * is asked for k6's script; without it k6 is judged by its options alone.
 */
export function closedLoops(command: string, read: ReadScript = () => null): Warning[] {
  const closed = startedPrograms(command, programs).filter(started =>
    GENERATORS[started.program]?.isClosed(started, read),
  )
  return [...new Set(closed.map(started => started.program))].map(program => ({
    code: 'closed-loop',
    message:
      `${program} waits for each answer before it sends the next request, so its latencies leave out what a stall ` +
      `does to the requests behind it (coordinated omission): ${GENERATORS[program]?.instead}`,
  }))
}
