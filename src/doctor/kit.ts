// The runner hooks as an unprivileged process sees them: installed, unchanged, and named by the runner.
import { createHash } from 'node:crypto'
import { readFileSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileTree } from '../kernel-files.ts'
import { kitPlace } from '../kit-place.ts'
import type { KitState } from '../model/index.ts'
import { counted, firstOf } from '../phrases.ts'
import { OPEN_TO_OTHERS } from '../testbed/receipt/read-trusted-file.ts'

const started = 'ACTIONS_RUNNER_HOOK_JOB_STARTED'
const completed = 'ACTIONS_RUNNER_HOOK_JOB_COMPLETED'

const hooksAt = (place: string): [name: string, path: string][] => [
  [started, `${place}/job-started.sh`],
  [completed, `${place}/job-completed.sh`],
]

const sumOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

/** The fault of one installed file, as the end of a sentence; null where it has none. */
function wrongWith(path: string, sum: string, rootUid: number): string | null {
  let stat: Stats
  try {
    stat = statSync(path)
    if (sumOf(path) !== sum) return 'was changed'
  } catch {
    return 'is missing, or cannot be read'
  }
  if (stat.uid !== rootUid) return 'does not belong to root'
  return (stat.mode & 0o022) === 0 ? null : OPEN_TO_OTHERS
}

/** The lines of `sha256sum` that the installer left beside the kit. */
const sumsIn = (text: string) =>
  [...text.matchAll(/^([0-9a-f]{64}) [ *](\S.*)$/gm)].map(([, sum = '', path = '']) => ({ sum, path }))

function problemsOf(directory: string, sums: ReturnType<typeof sumsIn>, rootUid: number): string[] {
  return sums
    .filter(({ path }) => !path.startsWith('/') && !path.split('/').includes('..'))
    .flatMap(({ sum, path }) => {
      const wrong = wrongWith(join(directory, path), sum, rootUid)
      return wrong === null ? [] : [`${path} ${wrong}`]
    })
}

/** The directories in the installer's list: `hooks UNIT DIR`, `ephemeral UNIT DIR`, or the directory alone. */
function runnersIn(text: string): { directory: string; ephemeral: boolean }[] {
  return text.split('\n').flatMap(line => {
    const [, mode = 'hooks', directory] = /^(?:(hooks|ephemeral) \S+ )?(\/.*)$/.exec(line) ?? []
    return directory === undefined ? [] : [{ directory, ephemeral: mode === 'ephemeral' }]
  })
}

type Hooks = Pick<KitState, 'hooks' | 'hooksReason'>

/** The hooks in a step of a job, where the environment has the hook variables of the runner. */
function hooksOfJob(env: NodeJS.ProcessEnv, place: string): Hooks | null {
  if (env.GITHUB_ACTIONS !== 'true') return null
  const named = env[started] || env[completed]
  if (hooksAt(place).every(([name, path]) => env[name] === path))
    return { hooks: 'seen', hooksReason: 'this job has them in its environment' }
  return named
    ? { hooks: 'others', hooksReason: `this job's runner names other hooks: ${named}` }
    : { hooks: 'missing', hooksReason: `the runner of this job has no ${started}` }
}

/** The hooks outside of a job. Each runner's .env names them, where this user may read that file. */
function hooksInFiles(root: string, place: string, directories: string[]): Hooks {
  const { read } = fileTree(root)
  if (directories.length === 0) return { hooks: 'unknown', hooksReason: 'no runner is known here' }
  const texts = directories.map(directory => ({ directory, text: read(join(directory, '.env')) }))
  const lacking = texts.find(({ text }) =>
    hooksAt(place).some(([name, path]) => !text.split('\n').includes(`${name}=${path}`)),
  )
  if (lacking === undefined) {
    const name = directories.length === 1 ? 'names' : 'name'
    return { hooks: 'seen', hooksReason: `${counted(directories.length, 'runner')} ${name} them in .env` }
  }
  const { directory, text } = lacking
  if (text === '')
    return { hooks: 'unknown', hooksReason: `${directory}/.env is not there, or not for this user to read` }
  const hooks = text.includes(`${started}=`) ? 'others' : 'missing'
  return { hooks, hooksReason: `${directory}/.env does not name the hooks of the kit` }
}

const NOT_INSTALLED = { installed: false, version: '', intact: null, problems: [], runners: [] }

/**
 * The kit below `root`. `runners` are directories of runners that were seen besides those that it was installed for; `rootUid`
 * is the owner of what is in order.
 */
export function readKit(
  root: string,
  { env, runners, rootUid }: { env: NodeJS.ProcessEnv; runners: string[]; rootUid: number },
): KitState {
  const { read, names } = fileTree(root)
  const place = kitPlace(root)
  const installed = names(place).includes('stable-bench-host')
  const known = installed ? runnersIn(read(`${place}/runners`)) : []
  const directories = known.filter(({ ephemeral }) => !ephemeral).map(({ directory }) => directory)
  const all = [...new Set([...directories, ...runners])]
  const hooks = hooksOfJob(env, place) ?? hooksInFiles(root, place, all)
  if (!installed) return { ...NOT_INSTALLED, ...hooks }
  const sums = sumsIn(read(`${place}/checksums`))
  const problems =
    sums.length === 0 ? ['its list of checksums is missing'] : problemsOf(join(root, place), sums, rootUid)
  return {
    installed,
    version: /^VERSION=([\w.+-]+)$/m.exec(read(`${place}/lib/environment.sh`))?.[1] ?? '',
    intact: problems.length === 0,
    problems: problems.length > 5 ? [firstOf(problems, 5)] : problems,
    runners: known.map(({ directory }) => directory),
    ...hooks,
  }
}
