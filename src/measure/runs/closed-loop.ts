// Load generators that wait for an answer before they send the next request. While the server stalls they send
// nothing, so the requests that would have met the stall are missing from the latencies: coordinated omission
// (G. Tene, "How NOT to Measure Latency", 2013). Throughput is not affected.
import type { Warning } from '../../model/index.ts'

/** `open`: what makes it an open loop, anywhere in the text. `closed`: without it among its arguments, nothing is said. */
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

/** Quoted words, comments and line breaks behind a backslash may hold anything but the start of a command. */
const OPAQUE = /'[^']*'|"[^"]*"|(?<=^|\s)#[^\n]*|\\\n/g
const WRAPPERS = 'sudo|env|exec|time|timeout|nice|chrt|taskset|numactl|npx|then|do'
/** A command of a generator up to its end, behind wrappers with their options and numbers. */
const COMMAND = new RegExp(
  String.raw`(?:^|[;&|(\n])[ \t]*` +
    String.raw`(?:(?:[A-Za-z_]\w*=[^\s;&|()]*|${WRAPPERS}|[-\d][^\s;&|()]*)[ \t]+)*` +
    String.raw`(?:[^\s;&|()]*/)?(${Object.keys(GENERATORS).join('|')})(?:@[^\s;&|()]*)?(?=[\s;&|)]|$)([^;&|()\n]*)`,
  'g',
)

/**
 * A warning for each load generator that `command` starts and whose latencies leave stalls out, with what to do
 * instead. Says nothing about programs that it may only mention, or start by way of another program.
 */
export function closedLoops(command: string): Warning[] {
  const started = command.replace(OPAQUE, ' ').matchAll(COMMAND)
  const closed = [...started].flatMap(([, name = '', args = '']) => {
    const { open, closed } = GENERATORS[name] as Generator
    return open?.test(command) || closed?.test(args) === false ? [] : [name]
  })
  return [...new Set(closed)].map(program => ({
    code: 'closed-loop',
    message:
      `${program} waits for each answer before it sends the next request, so its latencies leave out what a stall ` +
      `does to the requests behind it (coordinated omission): ${GENERATORS[program]?.instead}`,
  }))
}
