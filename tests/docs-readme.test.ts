// The numbers in the README that no script writes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { inputs } from '../src/inputs/values.ts'
import { root } from './e2e/command-line.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const readme = read('README.md').replaceAll(/\s+/g, ' ')

it('counts the formats', () => {
  const notRead = ['auto', 'process']
  const formats = inputs.tool.choices.filter(tool => !notRead.includes(tool))
  expect(readme).toContain(`[one of ${formats.length} formats](`)
})

it('counts the lines of the workflows without comments', () => {
  const lines = (path: string) => read(`examples/${path}.yml`).match(/^ *[^# \n].*$/gm)?.length ?? 0
  const [gate, publish] = [lines('pull-request/bench'), lines('pull-request/publish')]
  const counts = [gate, gate + publish, lines('nightly/bench') - gate, lines('on-demand/bench') + publish]
  const words =
    /: (\w+) lines without comments; (\w+) with `publish.yml`, (\w+) more for .*?, (\w+) with .*? in the same two files/
  const said = words
    .exec(readme)
    ?.slice(1)
    .map(word => ({ two: 2, twenty: 20, forty: 40, eighty: 80 })[word])
  expect(said).toEqual(counts.map(count => (count < 10 ? count : Math.round(count / 10) * 10)))
})

it('says of clean years what was measured', () => {
  const page = read('docs/change-points.md')
  const [, years = ''] = /a year, independent .*\n.*\n\| stable-bench \|(.*)\|$/m.exec(page) ?? []
  const shares = years
    .split('|')
    .slice(3)
    .map(cell => cell.trim().split(' ')[0] ?? '')
  expect(shares).toHaveLength(3)
  const sorted = shares.toSorted((a, b) => Number(a) - Number(b))
  expect(readme).toContain(`has a false alert in ${sorted[0]} to ${sorted.at(-1)} % of the series`)
})

it('has no more lines than a reader takes in', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(120)
})
