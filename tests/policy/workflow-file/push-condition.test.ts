import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { isMetByPush } from '../../../src/policy/workflow-file/expressions/push-condition.ts'
import { root } from '../../e2e/command-line.ts'

const pull_request = { draft: false, labels: [{ name: 'perf' }], title: 'Fix' }
const push = {
  event_name: 'pull_request',
  actor: 'octocat',
  event: { action: 'synchronize', number: 3, pull_request },
}
const draft = { ...push, event: { ...push.event, pull_request: { ...pull_request, draft: true } } }

describe('the condition of a job', () => {
  it.each(['pull-request', 'on-demand'])('of the example %s is met by each push to a pull request', name => {
    const text = readFileSync(join(root, 'examples', name, 'bench.yml'), 'utf8')
    expect(isMetByPush(parse(text).jobs.bench.if, push)).toBe(true)
  })

  it.each([
    undefined,
    true,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow's
    "${{ github.event.action != 'Edited' }}",
    "github.event_name == 'pull_request' || github.event.label.name == 'bench'",
    "!(github.event.action == 'edited' && github.event.pull_request.draft) ",
    "github.event.pull_request.draft || github.event.action == 'synchronize'",
    "github.event.action != 'edited' && !github.event.pull_request.draft",
    "github.event.action != 'edited' && contains(github.event.pull_request.labels.*.name, 'perf')",
    "!contains(github.event.pull_request.labels.*.name, 'skip') && github.event['action'] != 'edited'",
    'contains(fromJSON(\'["opened", "synchronize"]\'), github.event.action)',
    "always() && !cancelled() && github.actor != 'dependabot[bot]'",
    "github.event.number == 3 && startsWith(github.event.pull_request.title, 'fix')",
    "github.event.action != 'edited' || vars.BENCH",
  ])('%s is met by a push', condition => {
    expect(isMetByPush(condition, push)).toBe(true)
  })

  it.each([
    false,
    'github.event_name == 0',
    "github.event.action == 'edited'",
    "github.event.label.name == 'bench'",
    "contains(github.event.pull_request.labels.*.name, 'bench') && github.event.action != 'edited'",
    'failure()',
    'github.event.before_all && vars.BENCH',
  ])('%s is not met by a push', condition => {
    expect(isMetByPush(condition, push)).toBe(false)
  })

  it('that looks at drafts is met by a push to one that is none', () => {
    expect(isMetByPush('!github.event.pull_request.draft', draft)).toBe(false)
    expect(isMetByPush('!github.event.pull_request.draft', push)).toBe(true)
  })

  it.each([
    '',
    "vars.BENCH == 'on'",
    "github.ref_protected && github.event.action != 'edited'",
    "needs.changes.outputs.bench == 'true'",
    "hashFiles('x') == ''",
    "(github.event.action != 'edited'",
    "github.event.action != 'edited')",
    "github.event.action != 'edited' needs",
  ])('%s has something in it that is not known', condition => {
    expect(isMetByPush(condition, push)).toBeNull()
  })
})
