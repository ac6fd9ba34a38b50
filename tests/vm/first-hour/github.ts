// GitHub's part of the first hour: the stand-ins, told what happens by lines that come through a pipe. The answer to a
// line is a file: `ended 0`, or what went wrong. What measures runs on the runner of this machine, what publishes here.
//   github.js FOLDER   FOLDER: has `action`, the action as it is released, and the pipe `commands`
import { createReadStream, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { unzipSync } from 'fflate'
import type { Permissions } from '../../stand-ins/github/service.ts'
import { runWorkflow } from '../../stand-ins/run-workflow.ts'
import { type BedRun, startTestBed } from '../../stand-ins/test-bed.ts'
import { runOnRunner } from './on-runner.ts'

const [folder = ''] = process.argv.slice(2)
const reading = {
  contents: 'read',
  actions: 'read',
  checks: 'read',
  'pull-requests': 'read',
} satisfies Permissions
/** Milliseconds: minutes in the emulation, more on a busy host. */
const timeout = 10_800_000
const measuring = { workflow: '.github/workflows/bench.yml', permissions: reading, timeout }
const night = { ...measuring, permissions: { ...reading, issues: 'write' } as Permissions }
const publishing = {
  workflow: '.github/workflows/publish.yml',
  permissions: { ...reading, issues: 'read', 'pull-requests': 'write', checks: 'write' } as Permissions,
  timeout,
}
const job = fileURLToPath(new URL('./job.js', import.meta.url))

const bed = await startTestBed({
  action: { repository: 'org/stable-bench', root: join(folder, 'action') },
  state: { collaborators: { writer: 'write' } },
  run: request =>
    request.workflow === publishing.workflow ? runWorkflow(request) : runOnRunner(request, job),
})
let last = 0

/** What a run came to, as text for people and for grep. */
function textOf(run: BedRun): string {
  last = run.runId
  const outputs = run.steps.flatMap(step => Object.entries(step.outputs))
  const lines = outputs.map(([name, value]) => `output ${name}: ${value}`)
  const conclusions = bed.github.state.checks.map(check => `check: ${check.conclusion}`)
  const comments = bed.github.comments.map(({ body }) => `comment:\n${body}`)
  const all = [`run: ${run.code}`, ...lines, ...conclusions.slice(-1), ...comments, run.summary, run.log]
  return all.join('\n')
}

/** Writes the files of the newest artifact whose name begins so into a directory. */
function unpack(start: string, directory: string): void {
  const newest = bed.results.artifacts().findLast(({ name }) => name.startsWith(start))
  if (newest === undefined) throw new Error(`no artifact begins with ${start}`)
  mkdirSync(directory, { recursive: true })
  const files = Object.entries(unzipSync(bed.results.blob(newest.id)))
  for (const [name, bytes] of files) writeFileSync(join(directory, name), bytes)
}

const ways: Record<string, (...words: string[]) => string | Promise<string>> = {
  ready: () => '',
  commit: (directory = '') => bed.repository.commit({ copies: { '.': directory } }),
  push: async () => textOf(await bed.push('main', measuring)),
  night: async () => textOf(await bed.schedule(night)),
  open: (file = '', content = '') => {
    bed.openPull(1, { branch: 'change', files: { [file]: `${content}\n` } })
    return ''
  },
  pull: async () => textOf(await bed.pullRequest(1, measuring)),
  publish: async () => textOf(await bed.workflowRun(last, publishing)),
  accept: async () => textOf(await bed.label(1, { label: 'bench: accepted', by: 'writer' }, publishing)),
  merge: () => {
    bed.repository.merge('change', 'main')
    return ''
  },
  unpack: (start = '', directory = '') => {
    unpack(start, directory)
    return ''
  },
  close: async () => {
    const { unexpectedRequests } = bed.github
    if (unexpectedRequests.length > 0) throw new Error(JSON.stringify(unexpectedRequests))
    await bed.close()
    return ''
  },
}

async function answer(line: string): Promise<string> {
  const [name = '', ...words] = line.split(' ')
  try {
    return `ended 0\n${await ways[name]?.(...words)}\n`
  } catch (error) {
    return `ended 1\n${(error as Error).stack}\n`
  }
}

// Opened to be written as well: then there is no end when a writer closes it.
const commands = createReadStream(join(folder, 'commands'), { flags: 'r+' })
for await (const line of createInterface(commands)) {
  writeFileSync(join(folder, 'answer.new'), await answer(line))
  renameSync(join(folder, 'answer.new'), join(folder, 'answer'))
  if (line === 'close') process.exit()
}
