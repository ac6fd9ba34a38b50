// What nights with layouts know of the place of the code, and their results, reach a pull request.
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { root, scratch } from '../e2e/command-line.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { gatingSettings, suitesWorkflow } from './quick-suite.ts'

/** Makes a build whose time depends on its layout, by 6 % at most; `print` never does. */
const LINK = `cat >bench.$1 <<'end'
#!/bin/bash
layout=\${0##*.}
sample() { printf '{"name":"%s","metric":"time","unit":"ms","better":"lower","runs":[[%d]]}' "$1" "$2"; }
echo "{\\"schema\\":\\"stable-bench/samples@1\\",\\"benchmarks\\":[$(sample parse $((100000 + layout % 7 * 1000 + RANDOM % 100))),$(sample print $((100000 + RANDOM % 100)))]}"
end
echo "# $1" >>bench.$1
chmod +x bench.$1
`

const suites = { code: { relink: 'sh link.sh {layout}', command: './bench.{layout}' } }
const settings = { ...gatingSettings, expectedCode: 0 }

describe('a pull request after two nights with layouts', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
  })

  afterEach(async () => {
    expect(bed.github.unexpectedRequests).toEqual([])
    await bed.close()
  })

  const filesOf = (baseline: string, history: string) => ({
    '.stable-bench.yml': JSON.stringify({ defaults: { baseline }, suites }),
    'link.sh': LINK,
    [gatingSettings.workflow]: suitesWorkflow({ history }),
  })

  async function afterNights(history: string): Promise<BedRun> {
    bed.repository.commit({ files: filesOf('interleave', history) })
    for (let night = 0; night < 2; night++) {
      bed.repository.commit({ files: { 'README.md': `night ${night}` } })
      await bed.schedule(settings)
    }
    bed.openPull(1, { branch: 'change', files: { 'README.md': 'changed' } })
    return bed.pullRequest(1, settings)
  }

  const known = /moved by placement more than the band: parse; 20 builds a side tell whether it is the code/

  it('knows what placement alone does from artifacts where it measures both commits, and finds the stored results, of which each run had a build of its own', async () => {
    expect((await afterNights('artifact')).log).toMatch(known)
    bed.repository.commit({ files: filesOf('artifact', 'artifact') })
    bed.openPull(2, { branch: 'other', files: { 'README.md': 'changed again' } })
    const { summary } = await bed.pullRequest(2, settings)
    expect(summary).toMatch(/against a stored baseline of 2 sessions/)
  }, 240_000)

  it('knows it from a directory, too', async () => {
    expect((await afterNights(join(scratch(), 'history'))).log).toMatch(known)
  }, 240_000)
})
