// The charts of the HTML report, as browser script: SVG markup from numbers alone, so that no text of a user's can
// get into it. A row's data is { b, c: runs of baseline and candidate; r: ratio; i: its interval; n: the nights before }.
import { LEAST_SPAN } from '../text/sparkline.ts'

export const CHART_SCRIPT = `
const finite = value => typeof value === 'number' && Number.isFinite(value)
const round = value => Math.round(value * 10) / 10
const middle = values => {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2
}
const svg = (width, height, label, content) =>
  '<svg viewBox="0 0 ' + width + ' ' + height + '" width="' + width + '" height="' + height +
  '" role="img" aria-label="' + label + '">' + content + '</svg>'
const line = (kind, x1, y1, x2, y2) =>
  '<line class="' + kind + '" x1="' + round(x1) + '" y1="' + round(y1) +
  '" x2="' + round(x2) + '" y2="' + round(y2) + '"/>'
const dot = (kind, x, y, r) =>
  '<circle class="' + kind + '" cx="' + round(x) + '" cy="' + round(y) + '" r="' + r + '"/>'

// A scale from the values' range to pixels; a range of one value is its middle.
const scale = (values, from, to) => {
  const low = Math.min(...values)
  const high = Math.max(...values)
  return value => (high === low ? (from + to) / 2 : from + ((value - low) / (high - low)) * (to - from))
}

// Every run of both sides on one scale, the median of each side as a tick.
function runsChart(row) {
  const all = row.b.concat(row.c).filter(finite)
  if (all.length === 0) return ''
  const x = scale(all, 6, 154)
  const strip = (kind, values, y) => {
    if (values.length === 0) return ''
    const median = x(middle(values))
    return values.map(value => dot(kind, x(value), y, 2.5)).join('') + line(kind, median, y - 6, median, y + 6)
  }
  const label = row.b.length + ' baseline and ' + row.c.length + ' candidate runs'
  return svg(160, 32, label, strip('base', row.b.filter(finite), 9) + strip('cand', row.c.filter(finite), 23))
}

// The interval of the ratio as a bar on a log scale that all rows share. What lies beyond it ends in an arrow. The
// no-change band is the background of the column.
function changeChart(row, limit) {
  const at = ratio => 80 + 74 * Math.max(-1, Math.min(1, (ratio > 0 ? Math.log(ratio) : -Infinity) / limit))
  let content = ''
  if (row.i) {
    const [low, high] = [at(row.i[0]), row.i[1] === null ? 154 : at(row.i[1])]
    if (high > low) content += line('bar', low, 16, high, 16)
    if (low <= 6) content += '<path class="arrow" d="M10 11 2 16l8 5Z"/>'
    else if (low < 154) content += line('end', low, 11, low, 21)
    if (high >= 154) content += '<path class="arrow" d="m150 11 8 5-8 5Z"/>'
    else if (high > 6) content += line('end', high, 11, high, 21)
  }
  if (finite(row.r) && Math.abs(Math.log(row.r)) < limit) content += dot('estimate', at(row.r), 16, 4)
  return content && svg(160, 32, 'interval of the change', content)
}

// The runs in the order in which they were measured: drift, groups and odd runs show here.
function orderChart(row) {
  const all = row.b.concat(row.c).filter(finite)
  if (all.length === 0) return ''
  const y = scale(all, 122, 10)
  const most = Math.max(row.b.length, row.c.length)
  const x = i => most < 2 ? 260 : 14 + (i / (most - 1)) * 492
  const side = (kind, values) => {
    const usable = values.filter(finite)
    if (usable.length === 0) return ''
    const median = y(middle(usable))
    const runs = values.map((value, i) => [x(i), y(value), value]).filter(run => finite(run[2]))
    const points = runs.map(run => round(run[0]) + ' ' + round(run[1])).join(' ')
    return line(kind + ' median', 8, median, 512, median) +
      '<polyline class="' + kind + '" points="' + points + '"/>' +
      runs.map(run => dot(kind, run[0], run[1], 3.5)).join('')
  }
  return svg(520, 132, 'runs in the order of measuring', side('base', row.b) + side('cand', row.c))
}

// The nights before and, at the right, the candidate. Noise looks like noise: a scale has a least span.
function nightsChart(row) {
  const all = row.n.concat(row.to).filter(finite)
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const missing = Math.max(0, (${LEAST_SPAN} * (low + high)) / 2 - (high - low)) / 2
  const y = scale([low - missing, high + missing], 56, 8)
  const x = i => 14 + (i / row.n.length) * 492
  // A night without the row is a gap in the line.
  const points = row.n.map((value, i) => finite(value) ? round(x(i)) + ' ' + round(y(value)) + ' ' : '|')
  const pieces = points.join('').split('|').filter(Boolean)
  const lines = pieces.map(piece => '<polyline class="base" points="' + piece + '"/>').join('')
  const dots = row.n.map((value, i) => finite(value) ? dot('base', x(i), y(value), 3) : '').join('')
  const now = finite(row.to) ? dot('cand', 506, y(row.to), 3.5) : ''
  return svg(520, 64, 'the nights before, and the candidate', lines + dots + now)
}
`
