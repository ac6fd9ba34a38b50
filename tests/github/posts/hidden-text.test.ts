import { describe, expect, it } from '@jest/globals'
import { commentBody, recordOf, withStatus } from '../../../src/github/posts/comment-body.ts'
import { hidden, hiddenAtStart } from '../../../src/github/posts/hidden-text.ts'

const hostile = { name: '--><script>x</script><!-- @octocat #1 ---- \n --!> \\u003c "', number: -1e-7 }
const record = JSON.stringify(hostile)
const run = { runId: 5, sha: 'a'.repeat(40) }

describe('hidden JSON', () => {
  it('is read back unchanged, and nothing in it ends the comment or mentions anybody', () => {
    const line = hidden(record)
    expect(line).toMatch(/^<!-- record \{((?!--)[^<>@#\n])*\} -->\n$/)
    expect(JSON.parse(hiddenAtStart(`${line}more`) ?? '')).toEqual(hostile)
  })

  it('comes before the report, which cannot plant another, and stays when a status is set', () => {
    const planted = hidden('{"planted":true}')
    const body = commentBody('suite', run, { markdown: `${planted}report`, record })
    expect(JSON.parse(recordOf(body) ?? '')).toEqual(hostile)
    const measuring = withStatus(withStatus(body, 'Measuring'), 'Measuring again')
    expect(JSON.parse(recordOf(measuring) ?? '')).toEqual(hostile)
    expect(recordOf(commentBody('suite', run, { markdown: `report\n${planted}` }))).toBeNull()
  })
})
