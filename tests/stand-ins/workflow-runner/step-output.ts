// What a step prints: workflow commands such as `::error title=Slower::text` among lines for the log.
// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands

/** A workflow command that GitHub shows beside the log. */
export type Annotation = { level: 'error' | 'warning' | 'notice'; title: string | null; message: string }

/** Secrets of a job, and what `::add-mask::` adds to them. */
export type Masks = Set<string>

/** GitHub shows so many of each level for a step, and so much of each message. */
const [annotationLimit, messageLimit] = [10, 4096]

// To be set by files, which every toolkit of today does.
const retired = ['set-output', 'save-state', 'set-env', 'add-path']
const silent = ['debug', 'echo', 'add-matcher', 'remove-matcher']

export type StepOutput = {
  /** Takes a line of the step. */
  line: (text: string) => void
  annotate: (annotation: Annotation) => void
  /** What was annotated. */
  annotations: Annotation[]
}

/** Reads the lines of one step; what is for the log goes to `log`, without what `masks` hide. */
export function readStepOutput(masks: Masks, log: (text: string) => void): StepOutput {
  const annotations: Annotation[] = []
  let resume: string | null = null
  const say = (text: string) => log(mask(text, masks))
  const annotate = ({ level, title, message }: Annotation) => {
    say(`##[${level}]${message}`)
    const shown = mask(message, masks).slice(0, messageLimit)
    const earlier = annotations.filter(each => each.level === level).length
    if (earlier < annotationLimit)
      annotations.push({ level, title: title && mask(title, masks), message: shown })
  }
  const line = (text: string) => {
    const command = parseCommand(text)
    if (resume !== null) {
      if (command?.name === resume) resume = null
      else say(text)
      return
    }
    if (command?.name === 'stop-commands') resume = command.data
    else if (command?.name === 'add-mask') addMask(masks, command.data)
    else if (command?.name === 'group' || command?.name === 'endgroup')
      say(`##[${command.name}]${command.data}`)
    else if (command && isLevel(command.name)) {
      annotate({ level: command.name, title: command.properties.title ?? null, message: command.data })
    } else if (command && retired.includes(command.name)) {
      const message = `the stand-in for the runner does not know '::${command.name}::': write to the file instead`
      annotate({ level: 'error', title: null, message })
    } else if (!command || !silent.includes(command.name)) say(text)
  }
  return { line, annotate, annotations }
}

/** Hides all lines of a secret, and the secret as a whole. */
export function addMask(masks: Masks, secret: string): void {
  for (const part of [secret, ...secret.split(/\r?\n/)]) if (part.trim() !== '') masks.add(part)
}

/** Longer secrets first: one may be a part of another. */
export function mask(text: string, masks: Masks): string {
  const sorted = [...masks].sort((a, b) => b.length - a.length)
  return sorted.reduce((masked, secret) => masked.replaceAll(secret, '***'), text)
}

type Command = { name: string; properties: Record<string, string>; data: string }

function parseCommand(line: string): Command | null {
  // The older form counts anywhere in a line.
  const found =
    /^\s*::([^\s:]+)(?: (.*?))?::(.*)$/s.exec(line) ?? /##\[([^\s\]]+)(?: ([^\]]*))?\](.*)$/s.exec(line)
  const [, name, list = '', data = ''] = found ?? []
  if (name === undefined) return null
  const pairs = list.split(',').flatMap(pair => {
    const [, key, value = ''] = /^\s*([^=]+)=(.*)$/.exec(pair) ?? []
    return key === undefined || value === '' ? [] : [[key, unescaped(value, { '3A': ':', '2C': ',' })]]
  })
  return { name, properties: Object.fromEntries(pairs), data: unescaped(data) }
}

function unescaped(text: string, more: Record<string, string> = {}): string {
  const codes: Record<string, string> = { '0D': '\r', '0A': '\n', '25': '%', ...more }
  return text.replace(/%([0-9A-F]{2})/g, (found, code: string) => codes[code] ?? found)
}

const isLevel = (name: string): name is Annotation['level'] => /^(error|warning|notice)$/.test(name)
