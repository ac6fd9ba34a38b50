import { describe, expect, it } from '@jest/globals'
import { combinations, readWorkflow } from './workflow-file.ts'

const workflow = (job: string, top = '') => `on: [push]\n${top}\njobs:\n  a:\n    ${job}\n    steps: []\n`

describe('readWorkflow', () => {
  it.each([
    [workflow('runs-on: x', 'defaults: {}'), "does not know 'defaults' of a workflow"],
    [workflow('container: node'), "does not know 'container' of a job"],
    [workflow('runs-on: { group: x }'), "'runs-on' has to be a label"],
    [workflow('runs-on: x').replace('[]', '[{ timeout: 1 }]'), "does not know 'timeout' of a step"],
    [workflow('runs-on: x').replace('push', 'schedule'), 'does not run on push, but on schedule'],
  ])('refuses what the stand-in does not do', (text, message) => {
    expect(() => readWorkflow(text, 'push')).toThrow(message)
  })

  it('takes an activity of a pull request only where the workflow names it, or names none and it is a usual one', () => {
    const onPull = (types: string) =>
      workflow('runs-on: x').replace('[push]', `{ pull_request: ${types}, push: { branches: [main] } }`)
    const read = (types: string, action: string) => () => readWorkflow(onPull(types), 'pull_request', action)
    expect(read('', 'synchronize')).not.toThrow()
    expect(read('', 'edited')).toThrow(
      'does not run on pull_request edited, but on opened,synchronize,reopened',
    )
    expect(read('{ types: [edited] }', 'edited')).not.toThrow()
    expect(read('{ types: [edited] }', 'opened')).toThrow('but on edited')
  })
})

describe('the combinations of a matrix', () => {
  it('are each value with each other, the first dimension changing slowest', () => {
    expect(combinations({ a: [1, 2], b: ['x', 'y'] }).map(({ a, b }) => `${a}${b}`)).toEqual([
      '1x',
      '1y',
      '2x',
      '2y',
    ])
    expect(combinations()).toEqual([{}])
  })

  // The example of GitHub's documentation.
  it('get what include adds to them, and those of its own', () => {
    const include = [
      { color: 'green' },
      { color: 'pink', animal: 'cat' },
      { fruit: 'apple', shape: 'circle' },
      { fruit: 'banana' },
      { fruit: 'banana', animal: 'cat' },
    ]
    expect(combinations({ fruit: ['apple', 'pear'], animal: ['cat', 'dog'], include })).toEqual([
      { fruit: 'apple', animal: 'cat', color: 'pink', shape: 'circle' },
      { fruit: 'apple', animal: 'dog', color: 'green', shape: 'circle' },
      { fruit: 'pear', animal: 'cat', color: 'pink' },
      { fruit: 'pear', animal: 'dog', color: 'green' },
      { fruit: 'banana' },
      { fruit: 'banana', animal: 'cat' },
    ])
    expect(combinations({ include: [{ a: 1 }] })).toEqual([{ a: 1 }])
  })
})
