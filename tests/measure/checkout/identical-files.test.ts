import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { builtFiles } from '../../../src/measure/checkout/identical-files.ts'
import { commit, newRepository } from '../git-fixtures.ts'

/** The files where all are equal. */
async function identicalFiles(...given: Parameters<typeof builtFiles>): Promise<string[] | null> {
  const { files, areEqual } = await builtFiles(...given)
  return areEqual ? files : null
}

describe('what setup builds from two commits', () => {
  let trees = { baseline: '', candidate: '' }

  const write = (side: 'baseline' | 'candidate', files: Record<string, string>) => {
    for (const [name, content] of Object.entries(files)) {
      const path = join(trees[side], name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
    }
  }
  const writeBoth = (files: Record<string, string>) => {
    write('baseline', files)
    write('candidate', files)
  }

  beforeEach(() => {
    trees = { baseline: newRepository(), candidate: newRepository() }
    for (const tree of Object.values(trees)) commit(tree, { 'src/main.c': '1' })
  })

  it('is identical when every file that matches has the same bytes', async () => {
    writeBoth({ 'out/tool': 'x'.repeat(300_000), 'out/lib/b.so': '1', 'out/lib/.hidden': '', other: '1' })
    write('candidate', { other: '2' })
    expect(await identicalFiles(trees, ['out/tool', 'out/**'])).toEqual([
      'out/lib/.hidden',
      'out/lib/b.so',
      'out/tool',
    ])
    expect(await identicalFiles(trees, ['out'])).toHaveLength(3)
  })

  it('differs by one byte, by a file more or less, and by the right to execute', async () => {
    writeBoth({ 'out/tool': 'aaaa' })
    write('candidate', { 'out/tool': 'aaab' })
    expect(await identicalFiles(trees, ['out/tool'])).toBeNull()

    writeBoth({ 'out/tool': 'aaaa' })
    expect(await identicalFiles(trees, ['out/tool'])).toEqual(['out/tool'])
    write('candidate', { 'out/plugin': '' })
    expect(await identicalFiles(trees, ['out/**'])).toBeNull()
    expect(
      await identicalFiles({ baseline: trees.candidate, candidate: trees.baseline }, ['out/**']),
    ).toBeNull()

    chmodSync(join(trees.candidate, 'out/tool'), 0o755)
    expect(await identicalFiles(trees, ['out/tool'])).toBeNull()
  })

  it('differs where the only file that differs has a name that begins with a blank', async () => {
    writeBoth({ ' out': '1', tool: '1' })
    expect(await identicalFiles(trees, ['*'])).toEqual([' out', 'tool'])
    write('candidate', { ' out': '2' })
    expect(await identicalFiles(trees, ['*'])).toBeNull()
  })

  it('is never called identical when a file is missing on either side or on both', async () => {
    const missing = (side: string) =>
      RegExp(`artifacts: 'out/tool' matches no file in the checkout of the ${side}, after setup`)
    await expect(identicalFiles(trees, ['out/tool'])).rejects.toThrow(missing('baseline'))
    write('baseline', { 'out/tool': '1' })
    await expect(identicalFiles(trees, ['out/tool'])).rejects.toThrow(missing('candidate'))
    write('candidate', { 'out/tool': '1' })
    await expect(identicalFiles(trees, ['out/tool', 'dist/**'])).rejects.toThrow(
      /'dist\/\*\*' matches no file/,
    )
  })

  it('counts a link by what it leads to, inside the checkout only', async () => {
    writeBoth({ 'out/v1': '1', 'out/v2': '2' })
    for (const tree of Object.values(trees)) symlinkSync('v1', join(tree, 'out/tool'))
    expect(await identicalFiles(trees, ['out/tool'])).toEqual(['out/tool'])
    for (const tree of Object.values(trees)) symlinkSync('/etc/hostname', join(tree, 'out/shared'))
    await expect(identicalFiles(trees, ['out/shared'])).rejects.toThrow(
      "'out/shared' of the baseline is outside its checkout, where both sides would share it",
    )
    for (const tree of Object.values(trees)) symlinkSync('gone', join(tree, 'out/broken'))
    await expect(identicalFiles(trees, ['out/broken'])).rejects.toThrow(
      /^artifacts: 'out\/broken' of the baseline is a link to a file that is not there; let setup build that file/,
    )
  })

  it('refuses files beside the checkout', async () => {
    const shared = mkdtempSync(join(tmpdir(), 'stable-bench-shared-'))
    writeFileSync(join(shared, 'tool'), '1')
    await expect(identicalFiles(trees, [join(shared, 'tool')])).rejects.toThrow(
      /^artifacts: '.*\/tool' of the baseline is outside its checkout, where both sides would share it; let setup/,
    )
    await expect(identicalFiles(trees, ['../tool'])).rejects.toThrow(
      /^artifacts: '..\/tool' of .* is outside/,
    )
  })
})
