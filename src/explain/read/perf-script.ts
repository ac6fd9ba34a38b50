// What `perf script -F comm,period,ip,sym,dso` prints: a head for each sample, its frames from the innermost one, an empty line.
import { addStack, baseName, emptyProfile, frameName, type Profile } from '../profile.ts'

const HEAD = /^(\S.*?)\s+(\d+):?\s*$/
/** A path may hold parentheses: `/tmp/parse (deleted)`. */
const FRAME = /^\s+[0-9a-f]+ (.*?) \(([/[].*|[^()]*)\)$/
/** What Python names its frames with -X perf: docs.python.org/3/howto/perf_profiling.html. */
const PYTHON = /^py::(.*):([^:]*)$/
/** Names of code that a compiler made at run time. */
const MAP = /^perf-\d+\.map$/
/** `int Bench.parse(int)`, as a JVM names its methods: without the type of what they return. */
const OF_METHOD = /^[\w.$[\]]+ ([\w.$]+\.[\w.$<>]+\(.*\))$/
const INTERPRETER = /^(?:lib)?python[\d.]*(?:\.so.*)?$/

type Frame = { name: string; dso: string; python: boolean }

function frameOf(symbol: string, dso: string, { places }: Profile): Frame | null {
  const [, called, file = ''] = PYTHON.exec(symbol) ?? []
  const from = baseName(dso)
  if (called !== undefined) {
    const name = frameName(`${called} (${baseName(file)})`)
    places.set(name, { file, line: null })
    return { name, dso: from, python: true }
  }
  if (symbol !== '[unknown]' && symbol !== '') {
    const name = frameName(MAP.test(from) ? symbol.replace(OF_METHOD, '$1') : symbol)
    const isFile = dso.startsWith('/') && !MAP.test(baseName(dso))
    if (!places.has(name) && isFile) places.set(name, { file: dso, line: null })
    return { name, dso: from, python: false }
  }
  // A wrong frame pointer leads nowhere; code without symbols is at least known by its file.
  return from === '' || from === '[unknown]'
    ? null
    : { name: frameName(`[${from}]`), dso: from, python: false }
}

/** The frames, outermost first. Where Python names its own, those of the interpreter say nothing more. */
function ordered(frames: Frame[]): string[] {
  const isPython = frames.some(({ python }) => python)
  const kept = isPython
    ? frames.filter(({ python, dso }) => python || !(INTERPRETER.test(dso) || MAP.test(dso)))
    : frames
  return kept.map(({ name }) => name).reverse()
}

/** The profile in the text; the place of a function is the file of its machine code. */
export function readPerfScript(text: string): Profile {
  const profile = emptyProfile()
  let frames: Frame[] = []
  let head: { comm: string; period: number } | null = null
  const end = () => {
    if (head === null) return
    profile.samples++
    const own = frames.length === 0 ? ['[unknown]'] : ordered(frames)
    addStack(profile, [frameName(head.comm), ...own], head.period)
    head = null
    frames = []
  }
  for (const line of text.split('\n')) {
    const [, symbol, dso = ''] = FRAME.exec(line) ?? []
    if (symbol !== undefined) {
      const frame = frameOf(symbol, dso, profile)
      if (frame !== null) frames.push(frame)
      continue
    }
    end()
    const [, comm, period] = HEAD.exec(line) ?? []
    if (comm !== undefined) head = { comm, period: Number(period) }
  }
  end()
  return profile
}
