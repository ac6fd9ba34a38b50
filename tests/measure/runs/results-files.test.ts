import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { MeasureError } from '../../../src/measure/runs/errors.ts'
import { findResults, removeResults } from '../../../src/measure/runs/results-files.ts'
import { InputError } from '../../../src/model/index.ts'

const scratch = () => mkdtempSync(join(tmpdir(), 'stable-bench-results-'))

/** What `work` throws. */
function thrown(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

describe('the results of a run', () => {
  it('are a failure of their side when there are none', () => {
    const error = thrown(() => findResults('*.json', scratch(), 'baseline'))
    expect(error).toBeInstanceOf(MeasureError)
    expect(error).toMatchObject({ side: 'baseline', message: expect.stringMatching(/wrote no file/) })
  })

  it('are files only', () => {
    const cwd = scratch()
    execFileSync('mkfifo', [join(cwd, 'pipe.json')])
    expect(thrown(() => findResults('*.json', cwd, 'candidate'))).toBeInstanceOf(MeasureError)
    symlinkSync('/nowhere', join(cwd, 'link.json'))
    for (const name of ['pipe.json', 'link.json'])
      expect(thrown(() => findResults(name, cwd, 'candidate'))).toMatchObject({
        message: expect.stringMatching(
          `^results: '${name}' in .* is a link, a directory or a pipe; name the file`,
        ),
      })
  })
})

describe('a file in the way of results', () => {
  it('is an input error if it is outside the working directory, or holds no results', () => {
    const cwd = scratch()
    writeFileSync(join(cwd, 'thesis.txt'), 'years of work')
    expect(thrown(() => removeResults('*.txt', cwd, () => false, new Set()))).toBeInstanceOf(InputError)
    mkdirSync(join(cwd, 'inner'))
    const outside = () => removeResults('../*.txt', join(cwd, 'inner'), () => true, new Set())
    expect(thrown(outside)).toMatchObject({ message: expect.stringMatching(/outside the working directory/) })
    expect(readFileSync(join(cwd, 'thesis.txt'), 'utf8')).toBe('years of work')
  })
})
