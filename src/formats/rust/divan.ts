// The tree that Divan prints (https://github.com/nvzqz/divan), with the median of each benchmark in a process. Divan
// has no format for programs (issue 10 of its repository).
import { InputError, type Sample } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'
import { numberOf } from '../numbers.ts'
import { breaksOff } from '../output-problems.ts'

const HEADER = /^(?<root>\S.*?) {2,}fastest +│ slowest +│ median +│ mean +│ samples +│ iters *$/
const BRANCH = /^(?<indent>(?:│ {2}| {3})*)(?<corner>[├╰])─ (?<rest>.*)$/
const TIME = /^(?<value>\d[\d.,]*) (?<unit>ps|ns|µs|ms|s)$/

export const divan: Format = {
  name: 'divan',
  title: 'Divan',
  recognises: text => / fastest +│ slowest +│ median +│ mean +│ samples +│ iters *$/m.test(text),
  parse,
}

/** The name and the cells of a branch: the first cell begins two spaces behind the name. A group has empty cells. */
function cellsOf(rest: string): { name: string; median: string } {
  const [first = '', , median = ''] = rest.split('│').map(cell => cell.trim())
  const name = median === '' ? first : first.replace(/ +\d[\d.,]* (?:ps|ns|µs|ms|s)$/, '')
  return { name: name.trim(), median }
}

/** Lines without a branch belong to the benchmark above them: throughput and allocations, which are not read. */
function parse(text: string, source: string): Parsed {
  const samples: Sample[] = []
  let path: string[] = []
  // The corners of the newest branch and of those above it. In a whole tree, the end has corners of last branches only.
  let corners: string[] = []
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const root = HEADER.exec(line)?.groups?.root
    if (root !== undefined) path = [root]
    const { indent = '', corner = '', rest } = BRANCH.exec(line)?.groups ?? {}
    if (rest === undefined || path.length === 0) continue
    const { name, median } = cellsOf(rest)
    const depth = indent.length / 3
    path = [...path.slice(0, 1 + depth), name]
    // A group is not the end of a tree: its benchmarks follow.
    corners = [...corners.slice(0, depth), corner, ...(median === '' ? ['group'] : [])]
    if (median === '') continue
    const { value, unit } = TIME.exec(median)?.groups ?? {}
    if (value === undefined || unit === undefined)
      throw new InputError(
        `${source}, line ${i + 1}: the median of ${path.join('/')} is '${median}', expected a time`,
      )
    const runs = [[numberOf(value, `${source}, line ${i + 1}`)]]
    samples.push({ name: path.join('/'), metric: 'time', unit, better: 'lower', runs })
  }
  const isCut = corners.some(corner => corner !== '╰')
  const warnings = isCut ? [breaksOff('divan-no-end', source, 'the tree of Divan')] : []
  return { samples, failures: [], warnings }
}
