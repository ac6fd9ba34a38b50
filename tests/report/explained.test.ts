// What is said of an explanation, as text, Markdown and HTML: names of functions are shown, and never act.
import { describe, expect, it } from '@jest/globals'
import type { Comparison, Explained } from '../../src/model/index.ts'
import { collapsedStacks, speedscopeJson } from '../../src/report/explain/files.ts'
import { explainedTexts, plainShowing, sourceAddress } from '../../src/report/explain/words.ts'
import { renderHtml } from '../../src/report/html/comparison.ts'
import { renderMarkdown } from '../../src/report/markdown/comparison.ts'
import { reportMarkdown } from '../../src/report/sections/markdown.ts'
import { renderText } from '../../src/report/text/comparison.ts'
import { reportOf, sectionOf } from '../action/publish/example-report.ts'
import { regressionExample } from './example-comparison.ts'
import { profiled } from './explained-example.ts'

const explainedBy = (...explained: Explained[]): Comparison => ({ ...regressionExample(), explained })

const blockIn = (markdown: string) => /\*\*Why .*\*\*\n\n(?:- .*\n)+/.exec(markdown)?.[0].trimEnd() ?? ''

describe('an explanation', () => {
  it('is three lines under the table of a comment', () => {
    expect(blockIn(renderMarkdown(explainedBy(profiled())))).toBe(`**Why it differs**

- +4.8\u00a0% instructions: more work
- \`parse_number\` +4.1 of +5.1 points (\`src/parse number.c:12\`); \`memchr\` +0.9 (the same machine code); everything else unchanged
- perf record -e cycles:u, 12 + 12 runs, 49,232 samples`)
  })

  it('names its benchmark, and links to the commit where there is a run', () => {
    const { candidate, ...rest } = explainedBy(profiled({ benchmark: 'parse/json' }))
    const revision = candidate.revision && { ...candidate.revision, dirty: false }
    const comparison = { ...rest, candidate: { ...candidate, revision } }
    const commit = revision?.commit
    const markdown = reportMarkdown(
      reportOf([sectionOf('parse', comparison)], { runUrl: 'https://github.com/org/repo/actions/runs/7' }),
      60_000,
    )
    expect(markdown).toContain('**Why `parse/json` differs**')
    expect(markdown).toContain(
      `([\`src/parse number.c:12\`](<https://github.com/org/repo/blob/${commit}/src/parse%20number.c#L12>))`,
    )
  })

  it('links to no place outside of the files of the commit, which a fork may name', () => {
    for (const file of ['../../../../mallory/x.c', 'src/../../x.c', './x.c', '/etc/x.c', 'a//x.c'])
      expect(sourceAddress('https://github.com/org/repo/blob/a1', file, 3)).toBeNull()
    expect(sourceAddress('https://github.com/org/repo/blob/a1', '..a/\ud800#.c', 3)).toBe(
      'https://github.com/org/repo/blob/a1/..a/%EF%BF%BD%23.c#L3',
    )
  })

  it('says in each report why there is no profile', () => {
    const missing = profiled({
      profile: null,
      missing: 'perf is not installed: on Debian the package linux-perf',
    })
    expect(renderText(explainedBy(missing), { colour: false })).toContain(
      'why the command differs\n  +4.8 % instructions: more work\n  no profile: perf is not installed: on Debian the package linux-perf\n',
    )
    expect(renderMarkdown(explainedBy(missing))).toContain(
      '- no profile: perf is not installed: on Debian the package linux-perf',
    )
    expect(renderHtml(explainedBy(missing))).toContain('<li>no profile: perf is not installed')
  })

  it.each([
    [{ functions: [], rest: { change: 0.04, changed: true } }, /^\+4\.0 points, spread over functions/],
    [
      { functions: [], rest: { change: 0, changed: false } },
      /^no function differs beyond the noise of the profile$/,
    ],
    [{ rest: { change: 0.02, changed: true } }, /; everything else \+2\.0$/],
  ])('of %j reads %s', (more, text) => {
    const { profile } = profiled()
    const [, functions] = explainedTexts(
      profiled({ profile: profile && { ...profile, ...more } }),
      plainShowing,
    )
    expect(functions).toMatch(text)
  })

  it('says what the profile does not see', () => {
    const { profile } = profiled()
    const [, , note] = explainedTexts(
      profiled({ profile: profile && { ...profile, unknown: 0.61, perOperation: true } }),
      plainShowing,
    )
    expect(note).toMatch(
      /; time of an operation, since the runs take a fixed time; 61 % of the time is in code without names: build/,
    )
  })

  it('with hostile names is only text, and short', () => {
    const { profile } = profiled()
    const evil = `<img src=x onerror=alert(1)>](http://evil) @everyone \`\`\`\n| ${'x'.repeat(400)}\u202e`
    const functions = (profile?.functions ?? []).map(each => ({
      ...each,
      name: evil,
      file: `a](http://evil)\u202e|.c`,
    }))
    const hostile = profiled({
      benchmark: evil.slice(0, 90),
      profile: profile && {
        ...profile,
        functions,
        tree: { ...profile.tree, frames: profile.tree.frames.map(() => `</script>${evil}`) },
      },
    })
    const block = blockIn(renderMarkdown(explainedBy(hostile)))
    // All of it is within code spans, which GitHub leaves alone.
    expect(block.replace(/(`+)(?!`).*?[^`]\1(?!`)/g, '')).not.toMatch(/http|@|<|\u202e/)
    expect(block.length).toBeLessThan(1500)
    const html = renderHtml(explainedBy(hostile))
    expect(html).not.toContain('<img')
    expect(html.match(/<\/script>/g)).toHaveLength(2)
    expect(html).not.toContain('\u202e')
  })

  it('goes before rows do where a comment is too long', () => {
    const markdown = renderMarkdown(explainedBy(profiled()), { maxBytes: 2000 })
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(2000)
  })
})

describe('the files for other viewers', () => {
  const tree = {
    frames: ['main', 'parse'],
    frame: [0, 1, 1],
    parent: [-1, 0, 1],
    baseline: [1000, 600, 0],
    candidate: [1500, 1500, 400],
  }

  it('are collapsed stacks', () => {
    expect(collapsedStacks(tree, 'baseline')).toBe('main 400\nmain;parse 600\n')
    expect(collapsedStacks(tree, 'candidate')).toBe('main;parse 1100\nmain;parse;parse 400\n')
  })

  it('and both sides for speedscope', () => {
    expect(JSON.parse(speedscopeJson(tree, 'parse'))).toMatchObject({
      $schema: 'https://www.speedscope.app/file-format-schema.json',
      shared: { frames: [{ name: 'main' }, { name: 'parse' }] },
      profiles: [
        { type: 'sampled', name: 'baseline', samples: [[0], [0, 1]], weights: [400, 600], endValue: 1000 },
        {
          type: 'sampled',
          name: 'candidate',
          samples: [
            [0, 1],
            [0, 1, 1],
          ],
          weights: [1100, 400],
          endValue: 1500,
        },
      ],
    })
  })
})
