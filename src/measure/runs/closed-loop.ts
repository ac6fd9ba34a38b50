// Load generators that wait for an answer before they send the next request. While the server stalls they send
// nothing, so the requests that would have met the stall are missing from the latencies: coordinated omission
// (G. Tene, "How NOT to Measure Latency", 2013). Throughput is not affected.
import type { Warning } from '../../model/index.ts'
import { startedPrograms } from './started-programs.ts'

/** With `open` anywhere in the text, it is an open loop. If there is a `closed`, only arguments that match it are closed. */
type Generator = { instead: string; open?: RegExp; closed?: RegExp }

const openLoop = 'use an open loop: wrk2 -R RATE, vegeta attack -rate RATE, or k6 with constant-arrival-rate'

const GENERATORS: Record<string, Generator> = {
  // The program of wrk2 is called wrk as well; only it has a rate.
  wrk: { open: /\s(-R|--rate)/, instead: 'use wrk2 with -R RATE' },
  ab: { instead: openLoop },
  siege: { instead: openLoop },
  h2load: { instead: openLoop },
  locust: { instead: openLoop },
  hey: { instead: `${openLoop} (-q of hey only holds its workers back)` },
  bombardier: { instead: `${openLoop} (-r of bombardier only holds it back)` },
  autocannon: {
    open: /\s(-R|-r|--overallRate|--connectionRate)/,
    instead: 'give it a rate with -R, without -C',
  },
  oha: { open: /\s--latency-correction/, instead: 'give it -q RATE and --latency-correction' },
  // These options win over the scenarios of the script.
  k6: {
    closed: /\s(-[uis](\d|[\s=])|--(vus|iterations|stage)\b)/,
    instead: 'use the executor constant-arrival-rate or ramping-arrival-rate',
  },
  vegeta: { closed: /\s--?rate[=\s](0|infinity)(\s|$)/, instead: 'give it a -rate above 0' },
  nighthawk_client: { open: /\s--open-loop/, instead: 'give it --open-loop' },
}

/** A warning for each load generator that `command` itself starts and whose latencies leave stalls out, with what to do instead. */
export function closedLoops(command: string): Warning[] {
  const closed = startedPrograms(command).flatMap(({ name, args }) => {
    const generator = Object.hasOwn(GENERATORS, name) ? GENERATORS[name] : undefined
    if (generator === undefined) return []
    const { open, closed } = generator
    return open?.test(command) || closed?.test(args) === false ? [] : [name]
  })
  return [...new Set(closed)].map(program => ({
    code: 'closed-loop',
    message:
      `${program} waits for each answer before it sends the next request, so its latencies leave out what a stall ` +
      `does to the requests behind it (coordinated omission): ${GENERATORS[program]?.instead}`,
  }))
}
