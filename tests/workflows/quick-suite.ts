// A benchmark that takes no time: it prints samples around a number that a file holds, with a little noise.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../e2e/command-line.ts'
import type { Permissions } from '../stand-ins/github/service.ts'
import type { WorkflowResult } from '../stand-ins/run-workflow.ts'

/**
 * A shell script, which starts in a tenth of the time of Node.js: this program of awk, whose `noisy` puts a little noise on
 * a value, for this file. It is run some thousand times, so it starts no process but one.
 */
export const noisyScript = (
  program: string,
  file: string,
): string => `read -r uuid </proc/sys/kernel/random/uuid
exec awk -v seed="$((0x\${uuid%%-*}))" '
  BEGIN { srand(seed) }
  function noisy(value) { return value * (1 + 0.004 * (rand() - 0.5)) }
${program}' ${file}
`

/** Samples of these names around the number in the file that the script is given. */
export const quickScript = (...names: string[]): string =>
  noisyScript(
    `  NR == 1 {
    printf "{\\"schema\\":\\"stable-bench/samples@1\\",\\"benchmarks\\":["
    for (i = 1; i <= split("${names.join(' ')}", name, " "); i++) {
      printf "%s{\\"name\\":\\"%s\\",\\"metric\\":\\"time\\",\\"unit\\":\\"ms\\",\\"better\\":\\"lower\\",", (i > 1 ? "," : ""), name[i]
      printf "\\"runs\\":[[%.9g,%.9g,%.9g]]}", noisy($1), noisy($1), noisy($1)
    }
    print "]}"
  }`,
    `"\${0%"\${0##*/}"}$1"`,
  )

/** The script, and the numbers that its suites print around, by suite. */
export function suiteFiles(numbers: Record<string, number>): Record<string, string> {
  const files = Object.entries(numbers).map(([suite, number]) => [`bench/${suite}.txt`, String(number)])
  return { 'bench/quick.sh': quickScript('parse', 'print'), ...Object.fromEntries(files) }
}

/** A step of stable-bench with its inputs: the start of their line, and the inputs on one line or several. */
const benchStep =
  /^( +)- uses: org\/stable-bench@v1.*\n(?:\1 {2}with:(?: \{ (.*) \}.*|((?:\n\1 {4}.*)+))\n)?/gm

const suiteInputs = ['name: access-log', 'command: node bench/benchmark.mjs lib']
// biome-ignore lint/suspicious/noTemplateCurlyInString: expressions of the workflow's
const matrixInputs = ['name: ${{ matrix.suite }}', 'command: node bench/${{ matrix.suite }}.mjs']

/** The inputs of a step whose suite stands in the workflow, not in the configuration. */
function withSuite(given: string[], reports: boolean): string[] {
  if (given.some(each => each === 'mode: request' || each.startsWith('command:'))) return given
  const own = given.filter(each => !each.startsWith('suite:'))
  if (reports || own.includes('mode: publish')) return [...own, 'name: access-log']
  const isMatrix = given.some(each => each.includes('matrix.suite'))
  const place = own.findIndex(each => !/^(?:mode|pull-request):/.test(each))
  const before = place < 0 ? own.length : place
  return own.toSpliced(before, 0, ...(isMatrix ? matrixInputs : suiteInputs))
}

/**
 * An example whose steps name one suite and its command as inputs, in place of those of a configuration: a workflow of a
 * repository that has no such file.
 */
export function example(path: string): string {
  const text = readFileSync(join(root, 'examples', path), 'utf8')
  const reports = text.includes('workflow_run:')
  return text.replace(benchStep, (step: string, indent: string, line?: string, lines?: string) => {
    const [uses = ''] = step.split('\n', 1)
    const given = line?.split(/, (?=[a-z-]+:)/) ?? lines?.split('\n').map(each => each.trim()) ?? []
    const inputs = withSuite(given.filter(Boolean), reports).map(each => `${indent}    ${each}\n`)
    return `${uses}\n${indent}  with:\n${inputs.join('')}`
  })
}

/** An example as one workflow: the job that measures comments as well. */
export const commenting = (workflow: string): string =>
  workflow.replace('checks: read, pull-requests: read }', 'checks: write, pull-requests: write }')

/** An example as it stands, but for the number of runs: five are enough for a suite without noise. */
export const withFewRuns = (workflow: string): string =>
  workflow
    .replace(/^( +)- uses: org\/stable-bench@v1.*\n(?! +with:)/gm, '$&$1  with: { runs: 5, max-runs: 5 }\n')
    .replace("|| '10'", "|| '5'")

/** An example that runs the quick suite of its `name` instead of what its users would run, five times a side. */
export function quickExample(path: string): string {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow's
  const matrix = 'sh bench/quick.sh ./${{ matrix.suite }}.txt'
  return example(path)
    .replaceAll('command: node bench/benchmark.mjs lib', 'command: sh bench/quick.sh ./access-log.txt')
    .replace(/command: node bench\/\$.*$/gm, `command: ${matrix}`)
    .replace(/^( +)command:/gm, '$1runs: 5\n$&')
}

/** The outputs of all steps of a run together. */
export const outputsOf = (run: WorkflowResult): Record<string, string> =>
  Object.assign({}, ...run.steps.map(step => step.outputs))

const reading = {
  contents: 'read',
  actions: 'read',
  checks: 'read',
  'pull-requests': 'read',
} satisfies Permissions

/** What the two workflows of the pair may do, as examples/pull-request has it. */
export const pairPermissions = {
  measuring: reading,
  publishing: { ...reading, issues: 'write', 'pull-requests': 'write', checks: 'write' },
} satisfies Record<string, Permissions>

/** A workflow that comments and makes check runs. */
export const gatingSettings = {
  workflow: '.github/workflows/bench.yml',
  permissions: {
    contents: 'read',
    actions: 'read',
    'pull-requests': 'write',
    checks: 'write',
  } satisfies Permissions,
}

/** A workflow that measures the suites of the configuration with few runs, at all events. `step`: further inputs. */
export const suitesWorkflow = (step: Record<string, string> = {}) =>
  JSON.stringify({
    on: { push: {}, pull_request: {}, schedule: [{ cron: '0 3 * * *' }] },
    jobs: {
      bench: {
        'runs-on': 'bench',
        steps: [
          { uses: 'actions/checkout@v6', with: { 'fetch-depth': '0' } },
          { uses: 'org/stable-bench@v1', with: { runs: '5', 'max-runs': '5', ...step } },
        ],
      },
    },
  })
