// The files that a step writes for the runner: GITHUB_OUTPUT, GITHUB_ENV, GITHUB_STATE, GITHUB_PATH, GITHUB_STEP_SUMMARY.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Written = {
  outputs: Record<string, string>
  env: Record<string, string>
  state: Record<string, string>
  path: string[]
  summary: string
}

const names = ['GITHUB_OUTPUT', 'GITHUB_ENV', 'GITHUB_STATE', 'GITHUB_PATH', 'GITHUB_STEP_SUMMARY'] as const

export type CommandFiles = Record<(typeof names)[number], string>

const summaryLimit = 1024 * 1024

/** Makes empty ones in a new directory; returns their paths by the variable that names them. */
export async function makeCommandFiles(directory: string): Promise<CommandFiles> {
  await mkdir(directory, { recursive: true })
  const paths = names.map(
    name => [name, join(directory, name.slice('GITHUB_'.length).toLowerCase())] as const,
  )
  await Promise.all(paths.map(([, path]) => writeFile(path, '')))
  return Object.fromEntries(paths) as CommandFiles
}

/** What the step wrote. Throws with the line, as the runner says it, when the runner could not read it. */
export async function readCommandFiles(files: CommandFiles): Promise<Written> {
  const [output = '', env = '', state = '', path = '', summary = ''] = await Promise.all(
    names.map(name => readFile(files[name], 'utf8')),
  )
  const size = Buffer.byteLength(summary)
  if (size > summaryLimit) {
    const limit = `$GITHUB_STEP_SUMMARY upload aborted, supports content up to a size of 1024k`
    throw new Error(`${limit}, got ${Math.round(size / 1024)}k`)
  }
  const set = readPairs('env', env)
  if ('NODE_OPTIONS' in set) throw new Error("Can't store NODE_OPTIONS output parameter using '$GITHUB_ENV'")
  return {
    outputs: readPairs('output', output),
    env: set,
    state: readPairs('state', state),
    path: path.split('\n').filter(Boolean),
    summary,
  }
}

/** `name=value`, or `name<<end`, lines, and a line `end`. */
function readPairs(command: string, text: string): Record<string, string> {
  const pairs: Record<string, string> = {}
  const lines = text.split(/\r?\n/)
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    if (line === '') continue
    const [, name = '', sign, rest = ''] = /^(.+?)(=|<<)(.*)$/.exec(line) ?? []
    const end = sign === '<<' ? lines.indexOf(rest) : -1
    if (sign === undefined || (sign === '<<' && end < 0)) {
      throw new Error(`Unable to process file command '${command}' successfully. Invalid format '${line}'`)
    }
    pairs[name] =
      sign === '='
        ? rest
        : lines
            .splice(0, end + 1)
            .slice(0, -1)
            .join('\n')
  }
  return pairs
}
