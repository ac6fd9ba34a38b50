// Asks the real rivals about the same histories.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { defaultTrendPolicy } from '../../src/history/analyse/trend-policy.ts'
import { add, emptyScore, judged, NEAR, type Score } from './score.ts'
import { nightsOf, type Piece } from './simulate.ts'

const script = fileURLToPath(new URL('rivals.py', import.meta.url))

export const RIVALS = {
  otava: 'Apache Otava',
  three: 'ruptures, PELT l2, 3·log n',
  six: 'ruptures, PELT l2, 6·log n',
} as const
type Rival = keyof typeof RIVALS
const names = Object.keys(RIVALS) as Rival[]

/** The lines that the script prints; `folder` holds the packages of the rivals. */
function run<Line>(args: string[], input: Buffer | string, folder: string): Line[] {
  const output = execFileSync('python3', [script, ...args], {
    input,
    env: { ...process.env, PYTHONPATH: folder, OPENBLAS_NUM_THREADS: '1' },
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  const lines = output.trim().split('\n')
  return lines.map(line => JSON.parse(line) as Line)
}

/** The answer of each rival about each history. */
const ask = <Answer>(args: string[], histories: number[][], folder: string) =>
  run<Record<Rival, Answer>>(args, Buffer.from(Float64Array.from(histories.flat()).buffer), folder)

/** The places that Otava reports in histories of any lengths. */
export const otavaPlaces = (histories: number[][], folder: string): number[][] =>
  run(['otava'], histories.map(history => JSON.stringify(history)).join('\n'), folder)

function historiesOf({ cell, seed, from, to }: Piece): number[][] {
  return Array.from({ length: to - from }, (_, i) =>
    nightsOf(cell, seed, from + i).map(night => night.value as number),
  )
}

/** One look at each finished history. */
export function rivalLook(piece: Piece, folder: string): Score[] {
  const answers = ask<number[]>(['look', `${piece.cell.nights}`], historiesOf(piece), folder)
  return names.map(name => {
    const score = emptyScore(RIVALS[name], piece.cell)
    for (const answer of answers) add(score, judged(piece.cell, answer[name]))
    return score
  })
}

/** A look every night: was there ever a change point? */
export function rivalYear(piece: Piece, folder: string): Score[] {
  const args = ['year', `${piece.cell.nights}`, `${defaultTrendPolicy.minNights}`]
  const answers = ask<boolean>(args, historiesOf(piece), folder)
  return names.map(name => {
    const score = emptyScore(RIVALS[name], piece.cell)
    for (const answer of answers) add(score, { any: answer[name] })
    return score
  })
}

/** A look every night from the step on: after how many nights is there a change point near it? */
export function rivalWait(piece: Piece, folder: string): Score[] {
  const at = piece.cell.changes[0]?.at as number
  const args = ['wait', `${piece.cell.nights}`, `${at}`, `${2 * NEAR}`]
  const answers = ask<number | null>(args, historiesOf(piece), folder)
  return names.map(name => {
    const score = emptyScore(RIVALS[name], piece.cell)
    for (const answer of answers) {
      add(score, { found: answer[name] !== null })
      if (answer[name] !== null) score.delays.push(answer[name])
    }
    return score
  })
}
