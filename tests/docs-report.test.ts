// The report in docs/guides/reading-a-report.md is one that the program prints, and has every verdict that it explains.
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { root, stableBench } from './e2e/command-line.ts'
import { blocksOf } from './examples/docs-project.ts'

it('the report that the guide explains is what the program prints', async () => {
  const cwd = join(root, 'tests/examples/every-verdict')
  const flags = ['compare', '--order', 'interleaved', 'before.json', 'after.json']
  const { code, stdout } = await stableBench(flags, { cwd })
  expect(code).toBe(2)
  const [shown = ''] = blocksOf('docs/guides/reading-a-report.md', 'text')
  const printed = stdout.split('\n')
  expect(shown.split('\n').filter(line => !printed.includes(line))).toEqual([])
  for (const verdict of ['regression', 'removed', 'improvement', 'inconclusive', 'new', 'no change'])
    expect(shown).toMatch(new RegExp(` ${verdict}$`, 'm'))
})
