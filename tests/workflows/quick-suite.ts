// A benchmark that takes no time: it prints samples around a number that a file holds, with a little noise.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../e2e/command-line.ts'
import type { Permissions } from '../stand-ins/github-service.ts'
import type { WorkflowResult } from '../stand-ins/run-workflow.ts'

const script = `import { readFileSync } from 'node:fs'
const middle = Number(readFileSync(new URL(process.argv[2], import.meta.url), 'utf8'))
const noisy = () => middle * (1 + 0.004 * (Math.random() - 0.5))
const sample = name => ({ name, metric: 'time', unit: 'ms', better: 'lower', runs: [[noisy(), noisy(), noisy()]] })
console.log(JSON.stringify({ schema: 'stable-bench/samples@1', benchmarks: [sample('parse'), sample('print')] }))
`

/** The script, and the numbers that its suites print around, by suite. */
export function suiteFiles(numbers: Record<string, number>): Record<string, string> {
  const files = Object.entries(numbers).map(([suite, number]) => [`bench/${suite}.txt`, String(number)])
  return { 'bench/quick.mjs': script, ...Object.fromEntries(files) }
}

export const example = (path: string): string => readFileSync(join(root, 'examples', path), 'utf8')

/** An example that runs the quick suite of its `name` instead of what its users would run. */
export function quickExample(path: string): string {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow's
  const matrix = 'node bench/quick.mjs ./${{ matrix.suite }}.txt'
  return example(path)
    .replace('command: node bench/benchmark.mjs lib', 'command: node bench/quick.mjs ./access-log.txt')
    .replace(/command: node bench\/\$.*$/m, `command: ${matrix}`)
}

/** The outputs of all steps of a run together. */
export const outputsOf = (run: WorkflowResult): Record<string, string> =>
  Object.assign({}, ...run.steps.map(step => step.outputs))

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
