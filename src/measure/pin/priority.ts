// The scheduling priority of the benchmark. The kernel derives the I/O priority from the nice level and the realtime
// policy (ionice(1)), unless somebody has set one, which is then reset.
import { fileTree } from '../../kernel-files.ts'
import { InputError, type Warning } from '../../model/index.ts'
import { addWrapper, type Chain, tryCommand } from './wrappers.ts'

type Priority = { kind: 'auto' } | { kind: 'realtime' } | { kind: 'nice'; level: number }

/** Reads `auto`, `realtime` or a nice level from -20 to 19. Throws an InputError. */
export function parsePriority(text: string): Priority {
  if (text === 'auto' || text === 'realtime') return { kind: text }
  const level = /^[+-]?\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  if (level >= -20 && level <= 19) return { kind: 'nice', level }
  throw new InputError(
    `priority: '${text}' is not a priority; write a nice level from -20 to 19, realtime or auto`,
  )
}

/** A warning when the kernel stops realtime processes for a part of each period; null when it does not. */
export function realtimeThrottling(root = '/'): Warning | null {
  const kernel = (name: string) => Number(fileTree(root).read(`proc/sys/kernel/${name}`) || Number.NaN)
  const [runtime, period] = [kernel('sched_rt_runtime_us'), kernel('sched_rt_period_us')]
  if (!(runtime >= 0 && runtime < period)) return null
  const message =
    `priority=realtime: the kernel stops realtime processes for up to ${(period - runtime) / 1000} ms in every ` +
    `${period / 1000} ms (kernel.sched_rt_runtime_us=${runtime}); a run that computes for longer will show it`
  return { code: 'realtime-throttled', message }
}

function addNice(chain: Chain, level: number): void {
  // Behind an attach the hooks have chosen the current level, so it is read and not assumed.
  const current = tryCommand([...chain.prefix, 'nice'], chain.env)
  const difference = level - (current.ok ? Number(current.stdout) : 0)
  if (difference === 0) return
  addWrapper(chain, {
    input: 'priority',
    value: String(level),
    argv: ['nice', '-n', String(difference)],
    explicit: true,
    probe: ['nice'],
    // nice succeeds even when the kernel refuses the level.
    refusal: stdout => (Number(stdout) === level ? null : `permission denied, it stays at ${stdout.trim()}`),
    advice:
      'a level below the current one needs root, CAP_SYS_NICE or LimitNICE= in the service of the runner; the ' +
      'runner hooks set one without (their `priority`)',
  })
}

function addRealtime(chain: Chain): void {
  addWrapper(chain, {
    input: 'priority',
    value: 'realtime',
    // Round robin, because under FIFO two threads that wait for each other on one CPU block it for ever.
    argv: ['chrt', '--rr', '1'],
    explicit: true,
    advice: 'it needs root, CAP_SYS_NICE or LimitRTPRIO= in the service of the runner',
  })
  const throttled = realtimeThrottling()
  if (throttled) chain.warnings.push(throttled)
}

/**
 * Adds wrappers for `priority`, and returns its description for the report. `auto` keeps the one that is inherited, or that the runner
 * hooks set. Throws an InputError when the system refuses another one.
 */
export function addPriority(chain: Chain, priority: Priority): string {
  if (priority.kind === 'auto') return 'auto'
  if (priority.kind === 'nice') addNice(chain, priority.level)
  else addRealtime(chain)
  const io = tryCommand([...chain.prefix, 'ionice'], chain.env)
  if (io.ok && !/^(none|unknown)/.test(io.stdout))
    addWrapper(chain, { input: 'priority', value: 'auto', argv: ['ionice', '-c', '0'], explicit: false })
  return priority.kind === 'nice' ? `nice ${priority.level}` : priority.kind
}
