// gungraun, formerly iai-callgrind (https://gungraun.github.io/gungraun/): the counts of Valgrind in one process. It
// writes them as JSON (--output-format=json, or --save-summary=json) or prints them. Counts of another build, with
// which it compares, are skipped.
import { InputError } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'
import { shown } from '../json/shape.ts'
import { numberOf } from '../numbers.ts'
import { brokeOff } from '../output-problems.ts'
import { plainText, tableLines } from '../plain-text.ts'
import { countSamples, gungraunSummaries, HINT, valgrindLabels } from './gungraun-summary.ts'

const COUNT = /^ {2}(?<label>[A-Z][\w +-]*): +(?<count>[^\s|]+)\|/
const END = /^(?:Gungraun|Iai-Callgrind) result: /m

export const gungraun: Format = {
  ...gungraunSummaries,
  recognises: text => gungraunSummaries.recognises(text) || isConsole(text),
  parse: (text, source) => {
    const isJson = gungraunSummaries.recognises(text)
    return isJson ? gungraunSummaries.parse(text, source) : parseConsole(text, source)
  },
}

/** Whether the text is console output of gungraun. The cheap test comes first, since every program's output is tested. */
const isConsole = (text: string) =>
  /^ {2}(?:Instructions|Total bytes): /m.test(text) && tableLines(text).some(line => COUNT.test(line))

function parseConsole(text: string, source: string): Parsed {
  // Two runs, or two targets, print equal names: each line with a name begins a benchmark of its own.
  const benchmarks: { name: string; counts: Map<string, number> }[] = []
  for (const line of tableLines(text)) {
    const { label = '', count } = COUNT.exec(line)?.groups ?? {}
    if (/^\S.*::/.test(line)) benchmarks.push({ name: line.trim(), counts: new Map() })
    const key = valgrindLabels.get(label)
    // Its options print lines of other kinds: `Baselines: main|main (old)`.
    if (key === undefined || count === undefined || count === 'N/A') continue
    if (!/^\d+$/.test(count)) throw new InputError(`${source}: ${shown(line.trim())} is not a count; ${HINT}`)
    const counts = benchmarks.at(-1)?.counts
    if (counts === undefined)
      throw new InputError(`${source}: ${shown(line.trim())} is of no benchmark; ${HINT}`)
    if (!counts.has(key)) counts.set(key, numberOf(count, source))
  }
  return {
    samples: benchmarks.flatMap(({ name, counts }) => countSamples(name, counts)),
    failures: [],
    warnings: END.test(plainText(text)) ? [] : [brokeOff('gungraun-no-end', source, 'result:')],
  }
}
