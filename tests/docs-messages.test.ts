// What the guides quote is what users see: every message in a block quote, and in the first column of the tables of
// symptoms, is in the source, but for what `…` stands for.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { root } from './e2e/command-line.ts'

const guides = readdirSync(join(root, 'docs/guides')).map(name => join('docs/guides', name))

const filesOf = (directory: string) =>
  readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(ts|sh)$/.test(name))
    .map(name => readFileSync(join(root, directory, name), 'utf8'))

/** The source with the texts that are written over several lines joined, and without the backslashes of quotes. */
const source = [...filesOf('src'), ...filesOf('runner-hooks')]
  .join('\n')
  .replaceAll(/['`"] \+\n\s*['`"]/g, '')
  .replaceAll(/\\(['"`])/g, '$1')

/** `> text` by itself, and each `text` in the first cell of a row of troubleshooting. */
function messagesOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8')
  const quoted = [...text.matchAll(/^> (.*)$/gm)].map(([, message = '']) => message)
  if (!page.endsWith('troubleshooting.md')) return quoted
  const cells = [...text.matchAll(/^\| (`[^|]*`[^|]*) \|/gm)].map(([, cell = '']) => cell)
  return [...quoted, ...cells.flatMap(cell => [...cell.matchAll(/`([^`]+)`/g)].map(match => match[1] ?? ''))]
}

/** The words between the places where something varies. */
const fixedParts = (message: string) =>
  message
    .split('…')
    .map(part => part.trim())
    .filter(part => /\p{L}/u.test(part))

describe.each(guides)('%s', page => {
  it('quotes messages of the program', () => {
    const parts = messagesOf(page).flatMap(fixedParts)
    expect(parts.filter(part => !source.includes(part))).toEqual([])
  })
})

it('there are messages to look for', () => {
  expect(guides.flatMap(messagesOf).length).toBeGreaterThan(30)
})

// A message that is on the page is in the source, too: see above.
describe('troubleshooting has what a newcomer meets first', () => {
  const messages = messagesOf('docs/guides/troubleshooting.md').join('\n')
  it.each([
    'the machine is busy',
    'no duet can be made',
    'needs two whole cores of one kind',
    'another stable-bench measures now',
    'lets it count',
    'measure both versions interleaved in one job',
    'one run only',
    'samples of criterion get longer',
    "left '…' running, which ended with the job",
    'a benchmark that only the candidate has?',
    'init: no benchmark was found',
    'failed, and is written as a comment',
    'cannot run, and is written as a comment',
    'nothing read its results',
    '(setup-timeout) and was stopped',
    '(run-timeout) and was stopped',
    'a run in this checkout failed',
    'what setup built stays for the next ab',
    'do not fit into',
    'git is not installed',
    'bash is not installed',
    'mkfifo is not installed',
    'this clone has the last commits only',
    'nothing differs from',
    'the runner hooks did not tune it for this job',
    'nothing read the output',
  ])('%s', message => {
    expect(messages).toContain(message)
  })
})
