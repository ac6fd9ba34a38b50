import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { connect } from '../../../src/github/api/connect.ts'
import type { JobContext } from '../../../src/github/api/context.ts'
import { commentBody, commentMarker, withStatus } from '../../../src/github/posts/comment-body.ts'
import { recordInComment } from '../../../src/github/posts/found-comment.ts'
import { markComment, publishComment } from '../../../src/github/posts/sticky-comment.ts'
import { everything, jobContext, pullRequest, type Setting, sha, startSetting } from '../setting.ts'

let setting: Setting

beforeEach(async () => {
  setting = await startSetting()
})

afterEach(() => setting.close())

const suite = 'access log'
const marker = '<!-- stable-bench: access%20log -->'
const post = (markdown: string, context: JobContext = jobContext()) =>
  publishComment({ ...context, octokit: setting.octokit() }, { suite, toPost: () => ({ markdown }) })
const bodies = () => setting.github.comments.map(({ body }) => body)
const written = () =>
  setting.github.requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, status }) => `${method} ${status}`)

const ofRun = (runId: number, head: number) =>
  jobContext({ runId, pullRequest: { ...pullRequest, headSha: sha(head) } })

function strangersComment(login: string, body: string) {
  const user = { login, id: 5, type: 'User' as const }
  const at = '2026-01-01T00:00:00Z'
  const id = 100 + setting.github.comments.length
  setting.github.comments.push({ id, issue: 7, body, user, created_at: at, updated_at: at })
}

describe('the sticky comment', () => {
  it('is created once and then edited in place, however many comments there are', async () => {
    for (let i = 0; i < 130; i++) strangersComment('octocat', `comment ${i}`)
    const url = await post('first')
    for (let i = 0; i < 130; i++) strangersComment('octocat', `comment ${i}`)
    expect(await post('second')).toBe(url)
    expect(bodies().filter(body => body.startsWith(marker))).toEqual([
      `${marker}\n<!-- run 500 of ${sha(900)} -->\nsecond`,
    ])
  })

  it('is looked for on no more pages than necessary', async () => {
    for (let i = 0; i < 130; i++) strangersComment('octocat', `comment ${i}`)
    await post('first')
    for (let i = 0; i < 500; i++) strangersComment('octocat', `comment ${i}`)
    const before = setting.github.requests.length
    await post('second')
    const pages = setting.github.requests.slice(before).filter(({ method }) => method === 'GET')
    expect(pages).toHaveLength(2)
  })

  it('is found again, with its record, after somebody has edited it in a browser, which sends other line ends', async () => {
    const context = { ...jobContext(), octokit: setting.octokit() }
    const url = await publishComment(context, {
      suite,
      toPost: () => ({ markdown: 'first', record: '{"a":1}' }),
    })
    for (const comment of setting.github.comments) comment.body = comment.body.replaceAll('\n', '\r\n')
    expect(await recordInComment(context, suite)).toBe('{"a":1}')
    expect(await post('second')).toBe(url)
    expect(bodies()).toHaveLength(1)
  })

  it("leaves a stranger's comment alone, though it starts with the marker", async () => {
    strangersComment('mallory', `${marker}\nmine`)
    await post('report')
    expect(bodies()[0]).toBe(`${marker}\nmine`)
    expect(bodies()).toHaveLength(2)
  })

  it('is edited in place by the owner of the token, whom the server names', async () => {
    const owners = [
      { login: 'bench-user', id: 6, type: 'User' },
      { login: 'bench-app[bot]', id: 7, type: 'Bot' },
    ] as const
    for (const owner of owners) {
      setting.github.comments.splice(0)
      strangersComment('mallory', `${marker}\nmine`)
      const octokit = connect(setting.github.token(everything, owner), { baseUrl: setting.github.url })
      const report = (markdown: string) =>
        publishComment({ ...jobContext(), octokit }, { suite, toPost: () => ({ markdown }) })
      const url = await report('first')
      expect(await report('second')).toBe(url)
      expect(bodies()).toEqual([`${marker}\nmine`, expect.stringContaining('second')])
      expect(setting.github.comments[1]?.user.login).toBe(owner.login)
    }
    expect(setting.github.unexpectedRequests).toEqual([])
  })

  it('keeps suites apart, long ones too', async () => {
    await post('one')
    await publishComment(
      { ...jobContext(), octokit: setting.octokit() },
      {
        suite: 'access',
        toPost: () => ({ markdown: 'two' }),
      },
    )
    expect(bodies()).toHaveLength(2)
    const long = 'ä'.repeat(5000)
    expect(commentMarker(long).length).toBeLessThan(200)
    expect(commentMarker(long)).not.toBe(commentMarker(`${long}x`))
  })

  it('is created again when somebody deletes it meanwhile', async () => {
    await post('first')
    const meanwhile = () => void setting.github.comments.splice(0)
    setting.github.interrupt('issues/update-comment', { meanwhile })
    await post('second')
    expect(bodies()).toEqual([expect.stringContaining('second')])
    expect(written()).toEqual(['POST 201', 'PATCH 404', 'POST 201'])
  })

  it('is not doubled when the server carries a request out and then answers 502', async () => {
    setting.github.interrupt('issues/create-comment', { status: 502, done: true })
    await post('report')
    expect(bodies()).toEqual([expect.stringContaining('report')])
  })

  it('takes account of one that another job made since it was looked for in vain', async () => {
    const octokit = setting.octokit()
    expect(await recordInComment({ ...jobContext(), octokit }, suite)).toBeNull()
    await publishComment(
      { ...ofRun(499, 900), octokit: setting.octokit() },
      {
        suite,
        toPost: () => ({ markdown: 'of the other job', record: '"worse"' }),
      },
    )
    const seen: (string | null)[] = []
    const toPost = (record: string | null) => {
      seen.push(record)
      return record === null ? { markdown: 'mine' } : { note: 'the worse report stays' }
    }
    await publishComment({ ...jobContext(), octokit }, { suite, toPost })
    expect(seen).toEqual([null, '"worse"'])
    expect(bodies()).toEqual([expect.stringMatching(/> the worse report stays\n[\s\S]*of the other job$/)])
  })

  it('is looked for again where it may only be edited', async () => {
    const octokit = setting.octokit()
    expect(await recordInComment({ ...jobContext(), octokit }, suite)).toBeNull()
    await post('of an older run', ofRun(499, 899))
    await publishComment(
      { ...jobContext(), octokit },
      {
        suite,
        onlyEdit: true,
        toPost: () => ({ markdown: 'quiet' }),
      },
    )
    expect(bodies()).toEqual([expect.stringContaining('quiet')])
  })

  it('becomes one of two that two jobs create at once', async () => {
    const body = commentBody(suite, { runId: 499, sha: sha(899) }, { markdown: 'of the other job' })
    const bot = { login: 'github-actions[bot]', id: 41898282, type: 'Bot' as const }
    const at = '2026-01-01T00:00:00Z'
    const other = { id: 50, issue: 7, body, user: bot, created_at: at, updated_at: at }
    setting.github.interrupt('issues/create-comment', {
      meanwhile: () => setting.github.comments.push(other),
    })
    await post('mine')
    expect(setting.github.comments).toMatchObject([{ id: 50, body: expect.stringContaining('mine') }])
    expect(written()).toEqual(['POST 201', 'DELETE 204', 'PATCH 200'])
  })

  it('is whole and the only one when two jobs edit it at once', async () => {
    await post('before', ofRun(499, 899))
    const urls = await Promise.all([post('older', ofRun(500, 900)), post('newer', ofRun(501, 901))])
    expect(new Set(urls).size).toBe(1)
    expect(bodies()).toEqual([expect.stringMatching(/-->\n(?:older|newer)$/)])
  })

  it('keeps the report of a newer run when an older job finishes late', async () => {
    await post('newer', ofRun(501, 901))
    await post('older', ofRun(500, 900))
    await markComment({ ...ofRun(500, 900), octokit: setting.octokit() }, { suite, state: 'failed' })
    expect(bodies()).toEqual([expect.stringMatching(/newer$/)])
  })

  it.each([
    ['a missing permission', {}, /add this line under 'permissions:' of the job: pull-requests: write/],
    ['a locked conversation', { status: 403, message: 'issue is locked.' }, /^the conversation is locked/],
    ['spam detection', { status: 422, message: 'Validation Failed' }, /^422 Validation Failed/],
  ])('names %s', async (_, interruption, expected) => {
    if ('status' in interruption) setting.github.interrupt('issues/create-comment', interruption)
    const octokit = setting.octokit('status' in interruption ? undefined : { contents: 'read' })
    const posted = publishComment({ ...jobContext(), octokit }, { suite, toPost: () => ({ markdown: 'x' }) })
    await expect(posted).rejects.toThrow(expected)
  })

  it('names a pull request that is gone', async () => {
    const gone = jobContext({ pullRequest: { ...pullRequest, number: 77 } })
    await expect(post('x', gone)).rejects.toThrow(/^it is gone, or the token cannot see it.*\(404/)
  })
})

describe('the status above the report', () => {
  const mark = (state: 'measuring' | 'failed', context: JobContext) =>
    markComment({ ...context, octokit: setting.octokit() }, { suite, state })

  it('is above the report of the commit before, and goes with the next report', async () => {
    await mark('measuring', ofRun(500, 900))
    expect(bodies()).toEqual([])
    await post('### numbers', ofRun(500, 900))
    await mark('measuring', ofRun(501, 901))
    const [now, before] = [sha(901).slice(0, 10), sha(900).slice(0, 10)]
    expect(bodies()[0]).toBe(
      `${marker}\n<!-- run 500 of ${sha(900)} -->\n<!-- status -->\n> Measuring \`${now}\` in ` +
        `[run 501](https://github.com/acme/rocket/actions/runs/500); the numbers below are for \`${before}\`` +
        '\n\n### numbers',
    )
    await mark('failed', ofRun(501, 901))
    expect(bodies()[0]).toMatch(/`0000000000` could not be measured.*\n\n### numbers$/)
    await post('### new numbers', ofRun(502, 902))
    expect(bodies()).toEqual([`${marker}\n<!-- run 502 of ${sha(902)} -->\n### new numbers`])
  })

  it('says so where the comment does not name the commit of its numbers', async () => {
    strangersComment('github-actions[bot]', `${marker}\n### numbers`)
    await mark('measuring', ofRun(501, 901))
    expect(bodies()[0]).toMatch(/; the numbers below are for an earlier commit\n\n### numbers$/)
  })

  it('stays for a newer run when an older one finishes late, or fails', async () => {
    const address = { runUrl: 'https://github.com/acme/rocket/actions/runs/501' }
    await post('### old', ofRun(499, 899))
    await mark('measuring', { ...ofRun(501, 901), ...address })
    await mark('failed', ofRun(500, 900))
    const above = `> Measuring \`${sha(901).slice(0, 10)}\` in [run 501](${address.runUrl}); the numbers below are for`
    expect(bodies()[0]).toContain(`${above} \`${sha(899).slice(0, 10)}\`\n\n### old`)
    const late = 'e'.repeat(40)
    await post('### late', jobContext({ runId: 500, pullRequest: { ...pullRequest, headSha: late } }))
    expect(bodies()).toEqual([
      `${marker}\n<!-- run 500 of ${late} -->\n<!-- status -->\n${above} \`eeeeeeeeee\`\n\n### late`,
    ])
    await post('### new', ofRun(501, 901))
    expect(bodies()).toEqual([`${marker}\n<!-- run 501 of ${sha(901)} -->\n### new`])
  })

  it('says for a re-run that the numbers are from before, and nothing once it has reported', async () => {
    await post('numbers')
    await mark('measuring', jobContext())
    expect(bodies()[0]).toMatch(/the numbers below are from before\n\nnumbers$/)
    await post('numbers')
    await mark('failed', jobContext())
    expect(bodies()[0]).toMatch(/-->\nnumbers$/)
  })

  it('keeps a report that looks like a status', () => {
    const body = commentBody(suite, { runId: 1, sha: sha(1) }, { markdown: '> Measuring, they say\n\nmore' })
    expect(withStatus(withStatus(body, 'a'), 'b')).toBe(
      `${marker}\n<!-- run 1 of ${sha(1)} -->\n<!-- status -->\n> b\n\n> Measuring, they say\n\nmore`,
    )
  })
})
