import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { isMetByPush } from '../../../src/policy/workflow-file/expressions/push-condition.ts'
import { root } from '../../e2e/command-line.ts'

describe('the condition of a job', () => {
  it.each(['pull-request', 'on-demand'])('of the example %s is met by each push to a pull request', name => {
    const text = readFileSync(join(root, 'examples', name, 'bench.yml'), 'utf8')
    expect(isMetByPush(parse(text).jobs.bench.if)).toBe(true)
  })

  it.each([
    undefined,
    true,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow's
    "${{ github.event.action != 'Edited' }}",
    "github.event_name == 'pull_request' || github.event.label.name == 'bench'",
    "!(github.event.action == 'edited' && github.event.pull_request.draft) ",
    "github.event.pull_request.draft || github.event.action == 'synchronize'",
  ])('%s is met by each push', condition => {
    expect(isMetByPush(condition)).toBe(true)
  })

  it.each([
    false,
    '',
    'github.event_name == 0',
    "github.event.action == 'edited'",
    "github.event.label.name == 'bench'",
    "github.event.action != 'edited' && !github.event.pull_request.draft",
    "!contains(github.event.pull_request.labels.*.name, 'skip') && github.event.action != 'edited'",
    "github.event['action'] != 'edited'",
    "(github.event.action != 'edited'",
    "github.event.action != 'edited')",
    "github.event.action != 'edited' needs",
  ])('%s is not surely met by each push', condition => {
    expect(isMetByPush(condition)).toBe(false)
  })
})
