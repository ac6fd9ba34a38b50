// npm publishes with provenance only a package that names the repository it is built in. Where that is, is written once
// in package.json; everything else has to agree.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'

const { repository, homepage, bugs } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  repository: { url: string }
  homepage: string
  bugs: string
}
const url = repository.url.replace(/^git\+|\.git$/g, '')
const name = url.replace('https://github.com/', '')
const files = (...paths: string[]) =>
  execFileSync('git', ['ls-files', ...paths], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')

test('the pages of the package are those of its repository', () => {
  expect([homepage, bugs]).toEqual([`${url}#readme`, `${url}/issues`])
})

test('the owners of the code are of the organisation that owns the repository', () => {
  const [owner = ''] = name.split('/')
  expect(readFileSync('.github/CODEOWNERS', 'utf8')).toMatch(new RegExp(`^\\* @${owner}/`, 'm'))
})

test('what people copy uses the action of that repository, and checks releases against it', () => {
  const texts = files('README.md', 'docs/*.md', 'docs/**/*.md', 'examples/**/*.yml').map(path =>
    readFileSync(path, 'utf8'),
  )
  const named = texts.flatMap(text =>
    [...text.matchAll(/(?:uses:|--repo) (\S+\/stable-bench)\b/g)].map(([, found]) => found),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(new Set(named)).toEqual(new Set([name]))
})
