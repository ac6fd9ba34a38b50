// What a benchmark is given and what it prints: secrets reach nobody but the log and the summary, where the runner masks
// them, and no name or output is a command to the runner.
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { unzipSync } from 'fflate'
import { root } from '../e2e/command-line.ts'
import { type BedRun, startTestBed, type TestBed } from '../stand-ins/test-bed.ts'
import { commenting, example, gatingSettings, outputsOf, quickScript } from './quick-suite.ts'

const secret = 'tr0ub4dor-and-3'
const settings = { ...gatingSettings, secrets: { DEPLOY_KEY: secret } }
const { workflow } = settings
// biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow's
const written = 'sh bench/benchmark.sh ./cost --key=${{ secrets.DEPLOY_KEY }}'

/** The workflow of an example with these inputs for its steps. */
const withInputs = (path: string, ...lines: string[]) =>
  commenting(example(path)).replace(/^( +)command:.*/gm, (_, indent: string) =>
    ['runs: 5', `command: ${written}`, ...lines].map(line => indent + line).join('\n'),
  )

// biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow's
const setup = 'setup: echo building ${{ secrets.DEPLOY_KEY }}'
// biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow's
const prepare = 'prepare: echo emptying ${{ secrets.DEPLOY_KEY }}'
const files = {
  [workflow]: withInputs('pull-request/bench.yml', setup, prepare),
  'bench/benchmark.sh': quickScript('parse'),
  'bench/cost': '100',
  '.stable-bench.yml': 'defaults: { checks: auto }\n',
}
/** Prints what a runner would take for commands if nobody kept them from it. */
const hostile =
  "printf '::error title=x::from setup\\n::add-mask::parse\\n##[add-mask]regression\\n::warning::no end'"
const hostileSetup = `setup: ${JSON.stringify(`${setup.replace('setup: ', '')}; ${hostile}`)}`
const hostileNames = quickScript('::add-mask::parse', '##[error]print', '::stop-commands::now')
const failing = 'echo "starting $2"; echo "denied for $2"; exit 3\n'

/** The files of an artifact; a page is uploaded as it is. */
const filesIn = (name: string, blob: Uint8Array): [string, Uint8Array][] =>
  name.endsWith('.html') ? [[name, blob]] : Object.entries(unzipSync(blob))

describe('a secret in the command', () => {
  let bed: TestBed

  beforeEach(async () => {
    bed = await startTestBed({ action: { repository: 'org/stable-bench', root } })
    bed.repository.commit({ files })
  })
  afterEach(() => bed.close())

  /** Every text that a run has left somewhere, by its place, with what is packed in it. */
  function published(run: BedRun): [place: string, text: string][] {
    const { comments, state } = bed.github
    const { annotations } = run
    const stored = bed.results.artifacts().flatMap(({ id, name }) =>
      filesIn(name, bed.results.blob(id)).map(([file, bytes]): [string, string] => {
        const plain = file.endsWith('.gz') ? gunzipSync(bytes) : Buffer.from(bytes)
        return [`${name}/${file}`, plain.toString('utf8')]
      }),
    )
    const posts = { comments, checks: state.checks, annotations, outputs: outputsOf(run) }
    return [
      ...Object.entries(posts).map(([place, each]): [string, string] => [place, JSON.stringify(each)]),
      ...stored,
    ]
  }

  /** Where something of this is published. */
  const placesOf = (text: string | RegExp, run: BedRun) =>
    published(run).flatMap(([place, all]) => (all.search(text) < 0 ? [] : [place]))
  const foreign = RegExp(`${secret}|denied for|starting`)

  it('is published by no report of a pull request, nor masked away by commands in names and output', async () => {
    const text = withInputs('pull-request/bench.yml', hostileSetup, prepare)
    bed.repository.commit({ files: { [workflow]: text, 'bench/benchmark.sh': hostileNames } })
    bed.openPull(1, { branch: 'slower', files: { 'bench/cost': '150' } })
    const run = await bed.pullRequest(1, settings)
    expect(outputsOf(run)).toMatchObject({ outcome: 'regression' })
    expect(placesOf(secret, run)).toEqual([])
    // The command is there as the workflow file has it.
    expect(bed.github.comments[0]?.body).toContain(written)
    expect(
      placesOf(/"command": ?"sh bench\/benchmark.sh .\/cost --key=\$\{\{ secrets.DEPLOY_KEY \}\}"/, run),
    ).not.toEqual([])
    expect(run.summary).toContain(written)
    expect(bed.github.comments[0]?.body).toContain(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow's
      "--prepare 'echo emptying ${{ secrets.DEPLOY_KEY }}'",
    )
    expect(run.annotations.map(({ message }) => message)).toEqual([expect.stringMatching(/^regression: /)])
    expect(run.log).toContain('building ***')
    expect(run.log).not.toMatch(/^.*\*\*\*.*parse|\*\*\*print/m)
    expect(bed.github.unexpectedRequests).toEqual([])
  }, 300_000)

  it('is in no result of a branch, a night or a release, where names and output are no commands either', async () => {
    const nightly = withInputs('nightly/bench.yml', hostileSetup, prepare)
    bed.repository.commit({ files: { [workflow]: nightly, 'bench/benchmark.sh': hostileNames } })
    const push = await bed.push('main', settings)
    const night = await bed.schedule(settings)
    expect([push.code, night.code]).toEqual([0, 0])
    expect(placesOf(secret, night)).toEqual([])
    const documents = placesOf(/cost --key=\$\{\{ secrets.DEPLOY_KEY/, night)
    expect(documents.length).toBeGreaterThanOrEqual(2)
    expect(push.annotations).toEqual([])
    expect(push.log).toContain('##[endgroup]')
    expect(push.log).toContain('parse')
    expect(push.log).toMatch(/\\::add-mask::parse/)
  }, 300_000)

  it('is told to nobody when the base fails and prints it', async () => {
    bed.repository.commit({ files: { 'bench/benchmark.sh': failing } })
    bed.openPull(1, { branch: 'corrected', files: { 'bench/benchmark.sh': quickScript('parse') } })
    const run = await bed.pullRequest(1, settings)
    expect(placesOf(foreign, run)).toEqual([])
    expect(bed.github.comments[0]?.body).toContain(
      'the base commit could not be measured: warm-up run 1 of the baseline failed with exit code 3; the log has its output',
    )
    expect(run.log).toContain('denied for --key=***')
  }, 300_000)

  it.each([
    ['the benchmark', { 'bench/benchmark.sh': failing }],
    ['setup', { [workflow]: withInputs('pull-request/bench.yml', `${setup} && exit 3`) }],
    [
      'prepare',
      { [workflow]: withInputs('pull-request/bench.yml', `${prepare}; echo denied for it; exit 3`) },
    ],
    [
      'reading its results',
      { 'bench/benchmark.sh': 'echo "{\\"schema\\":\\"stable-bench/samples@1\\",\\"denied for $2\\":1}"\n' },
    ],
  ])(
    'is told to nobody when %s fails',
    async (_, broken) => {
      bed.openPull(1, { branch: 'broken', files: broken })
      const run = await bed.pullRequest(1, { ...settings })
      expect(run.code).not.toBe(0)
      expect(placesOf(foreign, run)).toEqual([])
      expect(run.log).toContain('***')
    },
    300_000,
  )

  it('is not published where the step is not in the workflow file either', async () => {
    // A reusable workflow: the runner names the caller's file.
    bed.openPull(1, { branch: 'slower', files: { 'bench/cost': '150' } })
    const env = { GITHUB_WORKFLOW_REF: 'acme/rocket/.github/workflows/caller.yml@refs/heads/main' }
    const run = await bed.pullRequest(1, { ...settings, env })
    expect(outputsOf(run)).toMatchObject({ outcome: 'regression' })
    expect(placesOf(secret, run)).toEqual([])
    expect(bed.github.comments[0]?.body).toContain('<see .github/workflows/caller.yml>')
  }, 300_000)
})
