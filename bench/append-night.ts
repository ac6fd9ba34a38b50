// What a year of nights weighs and what one more costs: 1,000 series, 10 runs a night, as the action keeps them. Prints
// a line per figure; times are CPU times. `node --experimental-strip-types --no-warnings bench/append-night.ts [SERIES] [NIGHTS]`
import { createHash } from 'node:crypto'
import { compactPieces, memoryOf, type Piece, pieceOf, pieceReader } from '../src/history/history-pieces.ts'
import { mergeHistories } from '../src/history/merge-histories.ts'
import type { TrendHistory, TrendSeries } from '../src/model.ts'
import { seededUniform } from '../src/stats/seeded-uniform.ts'

const [seriesCount = 1000, nightCount = 365] = process.argv.slice(2).map(Number)
const runsPerNight = 10
const random = seededUniform(1)

const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
const levels = Array.from({ length: seriesCount }, () => 10 ** (2 + 6 * random()))

function seriesOf(level: number, index: number): TrendSeries {
  const tonight = level * Math.exp(0.005 * normal())
  const run = () => Number((tonight * Math.exp(0.01 * normal())).toPrecision(6))
  const runs = [Array.from({ length: runsPerNight }, run)]
  const names = { benchmark: `module-${index % 37}/case-${index}`, metric: 'wall-time', unit: 'ns' }
  return { ...names, better: 'lower', machine: 'bench-1', gates: true, nights: [0], runs }
}

function nightNumber(number: number): TrendHistory {
  const commit = createHash('sha1').update(String(number)).digest('hex')
  const date = new Date(Date.UTC(2026, 0, 1 + number, 3)).toISOString()
  const facts = {
    machine: 'bench-1',
    kernel: '6.12.0-4-amd64',
    'cpu-model': 'AMD Ryzen 9 7950X',
    grade: 'tuned',
  }
  const url = `https://github.com/owner/repository/actions/runs/${number}/attempts/1`
  const place = { ref: 'main', tags: [], url, machine: 'bench-1', fingerprint: '0123456789ab', facts }
  const night = { id: commit.slice(0, 16), date, commit, ...place }
  const series = levels.map(seriesOf)
  return { suite: 'suite', repository: null, nights: [night], series, releases: [], told: [] }
}

/** Of the processor: this machine may be busy. */
const now = () => Object.values(process.cpuUsage()).reduce((sum, each) => sum + each) / 1e6
const seconds = (from: number) => now() - from

let pieces: Piece[] = []
const costs: number[] = []
for (let i = 0; i < nightCount; i++) {
  const night = nightNumber(i)
  const begin = now()
  pieces = compactPieces([...pieces, pieceOf(night)])
  costs.push(seconds(begin))
}
const bytes = pieces.reduce((sum, piece) => sum + piece.bytes.length, 0)
process.stdout.write(
  `${seriesCount} series, ${nightCount} nights: ${(bytes / 1e6).toFixed(1)} MB in ${pieces.length} files\n`,
)
costs.sort((a, b) => a - b)
const [middle = 0, most = 0] = [costs[costs.length >> 1], costs.at(-1)]
process.stdout.write(
  `adding to what is in memory: median ${middle.toFixed(2)} s, with rolling up ${most.toFixed(2)} s\n`,
)

const night = nightNumber(nightCount)
const begin = now()
const readPiece = pieceReader()
const read = pieces.map(({ name, bytes }) => readPiece(name, bytes))
const parsed = seconds(begin)
const kept = compactPieces([...read, pieceOf(night)])
const history = mergeHistories(kept.map(piece => piece.history))
memoryOf(history)
const whole = `${seconds(begin).toFixed(2)} s, of which reading ${parsed.toFixed(2)} s`
const memory = `${Math.round(process.memoryUsage().rss / 1e6)} MB`
process.stdout.write(`a night from files to files: ${whole}; ${history.nights.length} nights, ${memory}\n`)
