// A contributor's first command is `npm ci`, which refuses a lock file that lacks any platform's optional package.
import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'

type Entry = { optionalDependencies?: Record<string, string> }

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Entry>
}

test('the lock file names the optional packages of every platform (npm run complete-lock adds them)', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      name => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  )
  expect(missing).toEqual([])
})
