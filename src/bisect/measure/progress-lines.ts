// The lines by which a bisection says what it will do, and where it stands.

import { counted, formatCount, shortSha } from '../../phrases.ts'
import { formatChange } from '../../report/words/numbers.ts'
import { formatShare } from '../../units.ts'
import type { Forecast } from '../search/forecast.ts'

/** `40 s`, `14 minutes`, `3.5 hours`. */
export function roughDuration(seconds: number): string {
  if (seconds < 90) return counted(Math.max(1, Math.round(seconds)), 'second')
  if (seconds < 5400) return counted(Math.round(seconds / 60), 'minute')
  return counted(Math.round(seconds / 360) / 10, 'hour')
}

/** `9 of 112 commits, about 14 minutes`. */
export const forecastText = ({ commits, seconds }: Forecast, of: number): string =>
  `${formatCount(Math.round(commits))} of ${counted(of, 'commit')}, about ${roughDuration(seconds)}`

type Standing = {
  commit: string
  measured: { mean: number; rounds: number } | null
  left: number
  of: number
  best: { sha: string; probability: number }
}

/** What a visit found, and what follows for the others. */
export function searchLine({ commit, measured, left, of, best }: Standing): string {
  const level =
    measured === null
      ? ''
      : `${formatChange(Math.exp(measured.mean))} in ${counted(measured.rounds, 'round')}; `
  const remaining =
    left === 1 ? '1 commit is left' : `${formatCount(left)} of ${formatCount(of)} commits are left`
  return `${shortSha(commit)} ${level}${remaining}, the most probable ${shortSha(best.sha)} with ${formatShare(best.probability, 2)}`
}
