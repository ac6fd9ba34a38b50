// Every command block of the README and of the documentation runs as it stands, those of a page one after the other in
// one directory, or is on the list below with the reason why it cannot run in a test. A block that several pages have runs
// once.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { root, scratch } from './e2e/command-line.ts'
import { blocksOf, ownCheckout, programs, userProject } from './examples/docs-project.ts'

/** By the page and the first line of the block. */
const cannotRun: Record<string, string> = {
  'README.md: npm run demo': 'measures this machine for a minute; tests/e2e/demo.test.ts runs it',
  'README.md: sudo runner-hooks/install.sh --runner /opt/actions-runner':
    'needs root and a runner; tests/hooks/install/install.bats and tests/vm run it',
  "docs/bisect.md: stable-bench bisect v1.2..main --setup 'make' --benchmark parse -- ./bench":
    'needs a history with a change in it; tests/e2e/bisect.test.ts makes some',
  "docs/explain.md: stable-bench explain --base-ref main --setup 'make' -- ./bench":
    'profiles for a minute; tests/e2e/explain.test.ts runs it for less',
  'docs/doctor.md: stable-bench doctor':
    'measures this machine for twenty seconds; tests/e2e/doctor.test.ts runs it for three',
  'docs/isolation.md: npm run bench:isolation':
    'needs root and five quiet minutes; tests/bench/isolation runs its parts',
  'docs/isolation.md: npm run bench:isolation -- --ablation': 'needs root, bare metal and the kit',
  'docs/runner-operations.md: journalctl -t stable-bench                        # all of them':
    "needs the kit's lines in the journal of systemd; tests/vm/runner.bats has them",
  'docs/knobs.md: install -g bench -m 0750 /usr/bin/perf /usr/local/bin/bench-perf':
    'needs root and perf; tests/hooks/knobs/guides.bats runs it on a copy',
  'docs/guides/bare-metal.md: sudo runner-hooks/install.sh':
    'needs root, bare metal and half an hour; tests/hooks/ladder/ladder.bats and tests/vm run it',
  'docs/guides/bare-metal.md: sudo runner-hooks/install.sh --runner /opt/actions-runner --dry-run':
    'needs root and a runner; tests/hooks/install/install.bats and tests/vm run it',
  'docs/guides/bare-metal.md: sudo /usr/lib/stable-bench/stable-bench-host status':
    'needs root and the kit; tests/hooks/operators/status.bats runs it',
  'docs/guides/troubleshooting.md: sudo /usr/lib/stable-bench/stable-bench-host status    # who holds the machine, and every target':
    'needs root and the kit; tests/hooks/operators/status.bats runs it',
  "docs/guides/migrating.md: stable-bench ab --base-ref main --setup 'go test -c -o bench.test .' -- ./bench.test -test.bench . -test.benchtime 100ms -test.benchmem":
    'needs Go',
  "docs/guides/trusted-benchmarks.md: stable-bench run --delta 2000000 -- awk 'BEGIN { for (i = 0; i < {n}; i++) sum += i * i }'":
    'fails by design where a machine is so busy that twice the work takes less time; tests/e2e/schedule.test.ts has delta',
  'docs/releases.md: sha256sum -c --ignore-missing SHA256SUMS':
    'needs the files of a release; tests/package checks the sums of those that it builds',
  'docs/releases.md: npm audit signatures': 'needs a project that has the package from npm',
  'docs/releases.md: npm ci': 'is what tests/package/package.bats runs',
  ...(availableParallelism() > 1
    ? {}
    : { 'docs/guides/choosing.md: stable-bench ab --base-ref main --duet -- ./bench': 'needs two cores' }),
}

/** Pages whose commands are for a checkout of stable-bench; all others are for the project of a user. */
const ofOwnCheckout = ['README.md', 'docs/isolation.md']

const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => join('docs', name))
    .sort(),
]

type Block = { name: string; text: string }

const blocks = (page: string): Block[] =>
  blocksOf(page, 'sh').map(text => ({ name: `${page}: ${text.split('\n')[0]}`, text }))

/** Runs a block as a reader would paste it, but stops at the first command that fails. Gives what it printed. */
function run(text: string, cwd: string): Promise<{ code: number | null; output: string }> {
  const env = {
    HOME: cwd,
    PATH: `${programs()}:${process.env.PATH}`,
    TMPDIR: scratch(),
    // What the CI servers of docs/guides/without-github.md set.
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
    CHANGE_TARGET: 'main',
  }
  return new Promise((done, failed) => {
    const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', text], { cwd, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
    child.stdin.end()
    child.once('error', failed)
    child.once('close', code => done({ code, output }))
  })
}

/** The scripts for CI servers run as files, in a test of their own. */
const ofServers = 'docs/guides/without-github.md'
const [bench = '', , night = ''] = blocksOf(ofServers, 'sh')

const canRun = (page: string): Block[] =>
  blocks(page).filter(({ name, text }) => !(name in cannotRun) && ![bench, night].includes(text))

/** The same key for blocks that do the same in the same project, whatever their comments say. */
const keyOf = (page: string, { text }: Block): string =>
  `${ofOwnCheckout.includes(page)}: ${text.replaceAll(/ +#.*$/gm, '')}`

/**
 * The last page of those with a block. All of them begin with the same project, so the block need not run for the others;
 * there a block after it that needs what it leaves would fail.
 */
const lastPage = new Map(pages.flatMap(page => canRun(page).map(block => [keyOf(page, block), page])))

const runsFor = (page: string) => canRun(page).filter(block => lastPage.get(keyOf(page, block)) === page)
const withCommands = pages
  .map(page => ({ page, runnable: runsFor(page) }))
  .filter(({ runnable }) => runnable.length > 0)

describe('the commands of the documentation', () => {
  let project: string
  beforeAll(() => {
    project = userProject()
  }, 600_000)

  /** A page has a directory of its own, so that no page needs what another one made. */
  function placeOf(page: string): string {
    if (ofOwnCheckout.includes(page)) return ownCheckout()
    const directory = scratch()
    cpSync(project, directory, { recursive: true })
    return directory
  }

  it.each(withCommands)(
    'of $page run',
    async ({ page, runnable }) => {
      const cwd = placeOf(page)
      for (const { name, text } of runnable) {
        const { code, output } = await run(text, cwd)
        expect({ name, code, output: code === 0 ? '' : output }).toEqual({ name, code: 0, output: '' })
        // The pages show the exit code of a regression.
        if (text.includes('echo "exit code')) expect(output).toMatch(/^exit code 2$/m)
      }
    },
    600_000,
  )

  it('that GitLab, Jenkins and cron are to start are those scripts, for any shell', async () => {
    const [yaml = ''] = blocksOf(ofServers, 'yaml')
    const { script } = (parse(yaml) as { bench: { script: string[] } }).bench
    expect(blocksOf(ofServers, 'groovy').join()).toContain(`sh '${script.join()}'`)
    const cwd = placeOf(ofServers)
    mkdirSync(join(cwd, 'ci'))
    // Each command of them has to succeed, not only the last one.
    writeFileSync(join(cwd, 'ci/bench.sh'), `set -e\n${bench}`)
    writeFileSync(join(cwd, 'ci/night.sh'), `set -e\n${night}`)
    const [, cron = ''] = / (sh ci\S+)$/.exec(blocksOf(ofServers, 'text').join().trim()) ?? []
    for (const text of [...script, cron]) expect(await run(text, cwd)).toMatchObject({ code: 0 })
    expect(readFileSync(join(cwd, 'junit.xml'), 'utf8')).toMatch(
      '<testcase classname="stable-bench" name="parse">',
    )
    expect(readdirSync(join(cwd, 'nights'))).toHaveLength(1)
  }, 600_000)

  it('that cannot run here are still there', () => {
    const names = pages.flatMap(blocks).map(({ name }) => name)
    expect(Object.keys(cannotRun).filter(name => !names.includes(name))).toEqual([])
  })

  it('are marked sh, so that they are found', () => {
    const marked = pages.filter(page =>
      ['bash', 'shell', 'console'].some(mark => blocksOf(page, mark).length > 0),
    )
    expect(marked).toEqual([])
  })
})
