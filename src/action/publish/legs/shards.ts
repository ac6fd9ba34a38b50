// Checks that the measured shards are the whole suite, each once: a missing one must not look as if it had passed.
import { type Shard, shardText } from '../../../job/request/shard.ts'
import { firstOf, listText } from '../../../phrases.ts'
import { wholeSuite } from './compare-legs.ts'
import type { MeasuredLeg } from './leg.ts'

type Part = MeasuredLeg & { shard: NonNullable<MeasuredLeg['shard']> }

/** `shard 2/8`, `shards 1/8, 3/8`. */
const shardsText = (shards: Shard[]) =>
  `${shards.length === 1 ? 'shard' : 'shards'} ${firstOf(shards.map(shardText), 10)}`

/** The shards of one deal hold every benchmark once. Shards of different deals may together leave one out. */
function notDealtAlike(parts: Part[]): string[] {
  const deals = [...new Set(parts.map(({ shard }) => shard.deal))]
  if (deals.length < 2) return []
  const each = deals.map(deal => {
    const own = parts.filter(({ shard }) => shard.deal === deal).map(({ shard }) => shard)
    const costs = own[0]?.costs
    const how = costs === undefined ? 'by count' : `by the costs in artifact ${costs}`
    return `${shardsText(own)} ${how}`
  })
  return [
    `the jobs dealt the benchmarks differently (${each.join('; ')}), so a benchmark may be missing: give all jobs the same benchmarks and permissions, and run them again`,
  ]
}

function problemsOfSuite(suite: string, parts: Part[], mayRepeat: boolean): string[] {
  const totals = [...new Set(parts.map(({ shard }) => shard.of))]
  const [of = 0] = totals
  if (totals.length > 1)
    return [
      `${suite}: its shards are of ${listText(totals.map(String))}; deal by the same number in all jobs`,
    ]
  const numbered = (number: number) => ({ number, of })
  const numbers = parts.map(({ shard }) => shard.number)
  const missing = Array.from({ length: of }, (_, i) => i + 1).filter(number => !numbers.includes(number))
  const repeated = [...new Set(numbers.filter((number, i) => numbers.indexOf(number) !== i))]
  const problems: string[] = []
  if (missing.length > 0)
    problems.push(`no result of ${shardsText(missing.map(numbered))}; the matrix needs a job for each`)
  if (repeated.length > 0 && !mayRepeat)
    problems.push(
      `more than one job measured ${shardsText(repeated.map(numbered))}; give each job a shard of its own`,
    )
  return [...problems, ...notDealtAlike(parts)].map(problem => `${suite}: ${problem}`)
}

/** A sentence for each problem. A shard that was measured again, on another machine, may have left two results. */
export function shardProblems(legs: MeasuredLeg[], { runAttempt }: { runAttempt: number }): string[] {
  const parts = legs.filter((leg): leg is Part => leg.shard !== null)
  return [...new Set(parts.map(wholeSuite))].flatMap(suite => {
    const ofSuite = parts.filter(part => wholeSuite(part) === suite)
    const problems = problemsOfSuite(suite, ofSuite, runAttempt > 1)
    if (legs.every(leg => leg.shard !== null || leg.suite !== suite)) return problems
    const mixed = 'some legs measured a shard, others the whole suite; set shard in all of them or in none'
    return [`${suite}: ${mixed}`, ...problems]
  })
}
