// Parties that go on together: what each waits for, and what it does not.
import { expect, it } from '@jest/globals'
import { openGates } from '../../../src/measure/process/start-together.ts'

/** The names that `done` has once all that can go on has gone on. */
const soon = async (done: string[]) => {
  await new Promise(resolve => setImmediate(resolve))
  return done
}

it('a meeting is over when all have come to it, and the next one is another', async () => {
  const [one, other] = openGates(2)
  const done: string[] = []
  const come = async (name: string, gate = one) => {
    await gate?.meet()
    done.push(name)
  }
  const first = come('one')
  expect(await soon(done)).toEqual([])
  await Promise.all([first, come('other', other)])
  expect(done.sort()).toEqual(['one', 'other'])
  const second = come('again')
  expect(await soon(done)).toHaveLength(2)
  // It goes on alone, as one that failed does.
  other?.arrive()
  await second
  expect(done).toContain('again')
  one?.arrive()
})
