// A change of machine code that was linked once a side: where the linker put it may be the whole cause.
import type { Row, Sample, Warning } from '../../model/index.ts'
import type { ComparisonRequest } from '../comparison-request.ts'
import { logChangeText } from '../message-words.ts'
import { buildsOf } from '../sides/builds.ts'
import type { RowInput } from '../sides/row-inputs.ts'

type Placed = NonNullable<Sample['placed']>

/** What several builds a side made of a row that one build a side called; `ratio` is theirs. */
function afterBuilds(
  { oneBuild, layouts }: Placed,
  { verdict, ratio }: Pick<Row, 'verdict' | 'ratio'>,
): Warning | null {
  if (oneBuild === null || oneBuild <= 0) return null
  const builds = `${layouts.length} builds a side`
  const said = `one build a side said ${logChangeText(Math.log(oneBuild))}`
  const isOpposite = ratio !== null && oneBuild > 1 !== ratio > 1
  const called = isOpposite
    ? `${said}, and ${builds} the opposite: where the linker puts the code moves it by more than the change does`
    : `${builds} call it, too: it is not where the linker put the code`
  const texts: Partial<Record<Row['verdict'], string>> = {
    'no-change': `${said}: that was where the linker put the code, and not the code`,
    inconclusive: `${said}, and ${builds} do not establish it: placement may be all of it`,
    regression: called,
    improvement: called,
  }
  const message = texts[verdict]
  return message === undefined ? null : { code: 'placement', message }
}

/** How many instructions run, and what is allocated, is the same wherever the linker puts the code. */
const isOfPlace = ({ metric, unit }: RowInput['entry']): boolean =>
  !/^instructions\b/.test(metric) && !/^(?:B|allocs)\b(?!\/s)/.test(unit)

/** What to say of the place of the code; null for most rows. `isRuledOut`: what is known of it is too little for this change. */
export function placementNote(
  { candidates, entry }: Pick<RowInput, 'candidates' | 'entry'>,
  judged: Pick<Row, 'verdict' | 'ratio'>,
  { request, isRuledOut }: { request: ComparisonRequest; isRuledOut: boolean },
): Warning | null {
  const placed = candidates.find(sample => sample?.placed)?.placed
  if (placed) return afterBuilds(placed, judged)
  const isCalled = judged.verdict === 'regression' || judged.verdict === 'improvement'
  return isCalled && !isRuledOut && isOfPlace(entry) ? onePlacement(request) : null
}

/** A called row compares two binaries. Null for several builds a side, and for what no linker placed here, or placed alike. */
function onePlacement({ baselines, candidates }: ComparisonRequest): Warning | null {
  const isPlaced = [...baselines, ...candidates].some(({ plan }) => plan?.ownBinary === true)
  const isAtSamePlace = candidates.every(
    ({ machineCode = [] }) => machineCode.length > 0 && machineCode.every(({ sameImage }) => sameImage),
  )
  if (!isPlaced || isAtSamePlace || candidates.some(each => buildsOf(each) !== null)) return null
  return {
    code: 'one-placement',
    message:
      'placement was not ruled out: each side is one build, and where the linker put the code alone can do this; ' +
      'layouts: 20 with relink tells them apart, where relink gives {layout} to the linker: -ldflags=-randlayout={layout} of Go, ' +
      '-Wl,--shuffle-sections=*={layout} of lld',
  }
}
