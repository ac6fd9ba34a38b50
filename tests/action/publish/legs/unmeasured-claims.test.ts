import { expect, it } from '@jest/globals'
import { submodulesIn } from '../../../../src/action/publish/legs/unmeasured-claims.ts'

it('the submodules are the paths in .gitmodules, and one that is made to be slow to read is read at once', () => {
  const lines = ['[submodule "a"]', '\tpath = deps/a', '  path="deps/b c" ', 'path =d\r', '\turl = path']
  expect(submodulesIn(lines.join('\n'))).toEqual(['deps/a', 'deps/b c', 'd'])
  // A megabyte of each took hours.
  const [newlines, spaces] = ['\n', ' '].map(each => each.repeat(1_000_000))
  expect(submodulesIn(`${newlines}path = a${spaces}b`)).toHaveLength(1)
})
