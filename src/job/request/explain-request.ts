// What a job explains after its verdict, as the inputs ask for it.
import { InputError } from '../../model/index.ts'

/** What is explained after the verdict, for how long, and with which profiler; a request without it explains nothing. */
export type ExplainRequest = { when: 'regressions' | 'asked'; seconds: number; profile: string }

export type ExplainValues = { explain?: boolean; 'explain-time'?: number; profile?: string }

/**
 * A command line says whether to explain, and the action explains regressions; a time of 0 is never. Throws an InputError where it
 * is asked for without time.
 */
export function explainOf(values: ExplainValues): ExplainRequest | null {
  const { explain = true, 'explain-time': seconds = 0, profile = 'auto' } = values
  if (values.explain && seconds === 0)
    throw new InputError(
      'explain-time: 0 is no time for the explanation that is asked for; give it 60s, or more',
    )
  const when = values.explain === undefined ? 'regressions' : 'asked'
  return explain && seconds > 0 ? { when, seconds, profile } : null
}

/** Throws an InputError where `profile` is neither a profiler nor a command that says where its profile goes. */
export function assertProfile(profile: string): void {
  if (['auto', 'perf', 'node', 'go', 'py-spy'].includes(profile) || profile.includes('{profile}')) return
  throw new InputError(
    `profile: '${profile}' is no profiler; it is auto, perf, node, go, py-spy, or a command with {profile} for the file that it writes`,
  )
}
