// One cost of a large history, in a process of its own so that its memory can be seen: prints an object.
// `analyse SERIES NIGHTS RUNS`, `storm …` (every series changes now), `append … DIR` (the last night to a directory
// with all others), `fill … DIR` (makes that directory).
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyseTrend } from '../../src/history/analyse/analyse-trend.ts'
import { smallestSteps } from '../../src/history/analyse/smallest-step.ts'
import { announcementsOf } from '../../src/history/announce/announcements.ts'
import { appendToDirectory } from '../../src/history/store/directory.ts'
import { compactPieces, memoryPiece, type Piece, pieceOf } from '../../src/history/store/pieces.ts'
import { nightOfYear, type Size, yearOf } from './year.ts'

const [task = '', ...rest] = process.argv.slice(2)
const [series = 0, nights = 0, runs = 0] = rest.map(Number)
const size: Size = { series, nights, runs }
const directory = rest[3] ?? ''

const processor = () => Object.values(process.cpuUsage()).reduce((sum, each) => sum + each) / 1e6

function timed<Result>(work: () => Result): { seconds: number; processor: number; result: Result } {
  const [begin, used] = [performance.now(), processor()]
  const result = work()
  return { seconds: (performance.now() - begin) / 1000, processor: processor() - used, result }
}

function analyse(all: boolean) {
  const trend = yearOf(size, all)
  const { result, ...cost } = timed(() => {
    const analysed = analyseTrend(trend)
    return { analysed, announcements: announcementsOf(trend, analysed) }
  })
  const { analysis } = result.analysed
  const changes = analysis.series.reduce((sum, { changePoints }) => sum + changePoints.length, 0)
  const { result: steps, ...search } = timed(() => smallestSteps(trend, analysis))
  const smallest = { ...search, series: steps.size }
  return { ...cost, changes, news: result.announcements.fresh.length, smallest }
}

/** Fills the directory as 364 nights leave it: each night is added to the files of those before. */
function fill() {
  const trend = yearOf(size)
  let pieces: Piece[] = []
  for (let i = 0; i < nights - 1; i++) pieces = compactPieces([...pieces, pieceOf(nightOfYear(trend, i))])
  mkdirSync(directory, { recursive: true })
  for (const { name, bytes } of [...pieces, memoryPiece(trend)]) writeFileSync(join(directory, name), bytes)
  return { files: pieces.length + 1 }
}

function append() {
  const night = nightOfYear(yearOf(size), nights - 1)
  const { result, ...cost } = timed(() => appendToDirectory(directory, night))
  const files = readdirSync(directory).map(name => statSync(join(directory, name)).size)
  return { ...cost, nights: result.nights.length, bytes: files.reduce((sum, each) => sum + each, 0) }
}

const tasks = { analyse: () => analyse(false), storm: () => analyse(true), fill, append }
const found = tasks[task as keyof typeof tasks]()
const peak = process.resourceUsage().maxRSS * 1024
process.stdout.write(`${JSON.stringify({ ...found, peak })}\n`)
