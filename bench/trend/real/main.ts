// What the trend sees in histories of real benchmarks: `npm run bench:histories [-- SUITE…]`. Prints how many of the steps
// that nobody could miss are found, and of those marked by eye; how many change points there are, how many of them more
// nights take back, and how long the analysis takes. The histories are fetched from GitHub the first time.
import { histories } from './histories.ts'
import { readMarks } from './marks.ts'
import { type Kept, type Score, scored, sum, takenBack } from './score.ts'

/** Looking again and again takes long, so that only every so many-th series is. */
const EVERY = 5

function print(name: string, score: Score): void {
  const {
    series,
    gross,
    grossFound,
    losing,
    marked,
    markedFound,
    unmarked,
    changePoints,
    disturbed,
    seconds,
  } = score
  console.log(
    `${name}: ${series} series, ${grossFound} of ${gross} gross steps found, ${losing} series lose some, ` +
      `${markedFound} of ${marked} marked steps, ${unmarked} where none is marked, ` +
      `${changePoints} change points, ${disturbed} disturbed nights, ${seconds.toFixed(1)} s`,
  )
}

const wanted = process.argv.slice(2)
const rows = histories().filter(({ suite }) => wanted.length === 0 || wanted.includes(suite))
const marks = readMarks()
const scores = rows.map(history => {
  const score = scored(history, marks, (name, lost) =>
    console.log(`  ${name}: not found at ${lost.join(', ')}`),
  )
  print(`${history.suite} (${history.sessions.length} sessions)`, score)
  return score
})
print('all', sum(scores))

const kept = rows
  .flatMap(({ series }) => series)
  .filter((_, i) => i % EVERY === 0)
  .map(takenBack)
const counted = (of: (each: (typeof kept)[number]) => Kept) => {
  const [found, lost] = (['found', 'takenBack'] as const).map(key =>
    kept.reduce((total, each) => total + of(each)[key], 0),
  )
  return `${lost} of ${found}`
}
console.log(`taken back within 30 sessions: ${counted(({ all }) => all)} change points`)
console.log(`of those that a look announces: ${counted(({ announced }) => announced)}`)
