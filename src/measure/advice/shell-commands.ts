// The simple commands in a command line, well enough to see which programs it starts. No shell: nothing is
// expanded, and what a script or a variable starts stays unseen.

/** Words without their quotes; `;`, `|`, `&`, brackets and line breaks part commands. */
export function shellCommands(text: string): string[][] {
  const commands: string[][] = [[]]
  const token =
    /\s*(?:(#[^\n]*)|([;&|(){}\n]+|\$\(|`)|((?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|[^\s;&|(){}'"\\`])+)|(.))/gsy
  for (const [whole, , operator, word] of text.matchAll(token)) {
    if (operator !== undefined || whole.includes('\n')) commands.push([])
    if (word !== undefined) commands.at(-1)?.push(unquoted(word))
  }
  return commands.filter(words => words.length > 0)
}

function unquoted(word: string): string {
  return word.replace(
    /\\(.)|'([^']*)'|"((?:\\.|[^"\\])*)"/gs,
    (_, escaped?: string, single?: string, double?: string) =>
      escaped ?? single ?? (double ?? '').replace(/\\(.)/gs, '$1'),
  )
}

const ASSIGNMENT = /^[A-Za-z_]\w*=/

/** What starts another command, which stands somewhere among its own arguments. */
const WRAPPERS = new Set(
  (
    'env sudo time nice ionice chrt taskset numactl setarch timeout stdbuf exec command nohup flock perf strace ' +
    'systemd-run xvfb-run sh bash dash zsh npx pnpm yarn bunx bun npm uvx uv pipx poetry docker podman go ' +
    'if then else do while until !'
  ).split(' '),
)
/** What only names a program: an installation, a message. */
const MENTIONS = new Set(
  'echo printf grep which type man cat make pip pip3 apt apt-get brew install add build pull rm test [ cd'.split(
    ' ',
  ),
)

/** `node_modules/.bin/autocannon`, `autocannon@7`, `ghcr.io/grafana/k6:latest`, `wrk.exe`: the bare name. */
function programName(word: string): string {
  return (word.split('/').at(-1) ?? '').replace(/@.*$|:.*$|\.exe$/, '')
}

/** A program started by a command line: its arguments, and the variables set in front of it. */
export type Started = { program: string; args: string[]; variables: string[] }

function startedBy(words: string[], programs: Set<string>): Started[] {
  const variables = words.filter(word => ASSIGNMENT.test(word))
  const rest = words.filter(
    (word, i) => !ASSIGNMENT.test(word) || words.slice(0, i).some(each => !ASSIGNMENT.test(each)),
  )
  const [first = ''] = rest
  if (programs.has(programName(first)))
    return [{ program: programName(first), args: rest.slice(1), variables }]
  if (!WRAPPERS.has(programName(first))) return []
  for (const [i, word] of rest.entries()) {
    if (i === 0) continue
    if (MENTIONS.has(word)) return []
    if (/\s/.test(word)) return startedPrograms(word, programs)
    if (programs.has(programName(word))) {
      return [{ program: programName(word), args: rest.slice(i + 1), variables }]
    }
  }
  return []
}

/** Each of `programs` that the command line starts itself, directly or behind a wrapper such as `sudo` or `npx`. */
export function startedPrograms(text: string, programs: Set<string>): Started[] {
  return shellCommands(text).flatMap(words => startedBy(words, programs))
}
