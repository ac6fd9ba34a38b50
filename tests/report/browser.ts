// Headless Chromium for the tests of the HTML reports, spoken to over its DevTools pipe (file descriptors 3 and 4):
// https://chromedevtools.github.io/devtools-protocol/
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
  '--remote-debugging-pipe',
]

type Result = Record<string, unknown>
type Send = (method: string, params?: Record<string, unknown>) => Promise<Result>

/** A tab; `evaluate` awaits promises, `problems` are the page's exceptions and console errors. */
export type Tab = {
  send: Send
  evaluate: <T>(expression: string) => Promise<T>
  /** Waits until `condition`, an expression of the page's, holds; throws when it still does not after a long time. */
  until: (condition: string) => Promise<void>
  /** The trend page says when it is `shown`; for a page that does not, that is `true`. */
  open: (html: string, hash?: string, shown?: string) => Promise<void>
  key: (key: string) => Promise<void>
  screenshot: (path: string) => Promise<void>
  problems: string[]
  close: () => Promise<void>
}

/** Where Chromium is (`CHROMIUM`, or Debian's place), or null. */
export function chromiumPath(): string | null {
  return [process.env.CHROMIUM, '/usr/bin/chromium'].find(path => path && existsSync(path)) ?? null
}

type Message = { id?: number; method?: string; params?: Result; result?: Result; error?: { message: string } }

/** Sends and receives messages, which end in NUL. */
function connect(browser: ChildProcess, notice: (message: Message) => void) {
  const [input, output] = [browser.stdio[3] as Writable, browser.stdio[4] as Readable]
  const waiting = new Map<number, { done: (result: Result) => void; fail: (error: Error) => void }>()
  let rest = ''
  let last = 0
  output.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0')
    rest = messages.pop() ?? ''
    for (const each of messages) {
      const message: Message = JSON.parse(each)
      const call = waiting.get(message.id ?? -1)
      if (call === undefined) notice(message)
      else if (message.error) call.fail(new Error(message.error.message))
      else call.done(message.result ?? {})
    }
  })
  return (method: string, params: Result = {}, sessionId?: string): Promise<Result> =>
    new Promise((done, fail) => {
      waiting.set(++last, { done, fail })
      input.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`)
    })
}

function problemOf({ method, params = {} }: Message): string | null {
  if (method === 'Runtime.exceptionThrown') return JSON.stringify(params.exceptionDetails)
  const { entry } = params as { entry?: { level: string; text: string } }
  if (method === 'Log.entryAdded' && entry?.level === 'error') return entry.text
  if (method === 'Runtime.consoleAPICalled' && params.type === 'error') return JSON.stringify(params.args)
  return null
}

const KEYS: Record<string, number> = {
  Enter: 13,
  Escape: 27,
  ArrowLeft: 37,
  ArrowRight: 39,
  Home: 36,
  End: 35,
  Tab: 9,
}

/** Starts a browser with one tab. The caller closes it. */
export async function openTab(path: string, size = { width: 1280, height: 900 }): Promise<Tab> {
  const dir = mkdtempSync(join(tmpdir(), 'stable-bench-page-'))
  const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] as const
  const browser = spawn(path, [...FLAGS, `--user-data-dir=${dir}`, 'about:blank'], { stdio: [...stdio] })
  const problems: string[] = []
  const call = connect(browser, message => {
    const problem = problemOf(message)
    if (problem !== null) problems.push(problem)
  })
  const { targetInfos } = await call('Target.getTargets')
  const target = (targetInfos as { type: string; targetId: string }[]).find(({ type }) => type === 'page')
  const { sessionId } = await call('Target.attachToTarget', { targetId: target?.targetId, flatten: true })
  const send: Send = (method, params) => call(method, params, sessionId as string)
  for (const domain of ['Page', 'Runtime', 'Log']) await send(`${domain}.enable`)
  await send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false })

  const evaluate = async <T>(expression: string): Promise<T> => {
    const answer = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    if (answer.exceptionDetails) throw new Error(JSON.stringify(answer.exceptionDetails))
    return (answer.result as { value: T }).value
  }
  return {
    send,
    evaluate,
    until: async condition => {
      const look = `const look = left => (${condition}) ? done(true) : left > 0 ? setTimeout(look, 20, left - 1) : done(false)`
      const holds = await evaluate<boolean>(`new Promise(done => { ${look}; look(1500) })`)
      if (!holds) throw new Error(`waited in vain until ${condition}`)
    },
    problems,
    open: async (html, hash = '', ready = "performance.getEntriesByName('shown').length > 0") => {
      const file = join(dir, 'page.html')
      writeFileSync(file, html)
      await send('Page.navigate', { url: 'about:blank' })
      await send('Page.navigate', { url: `${pathToFileURL(file)}${hash}` })
      const shown = `${ready} && document.readyState === 'complete'`
      const frames = 'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))'
      const wait = `new Promise(done => { const look = () => ${shown} ? done() : setTimeout(look, 20); look() })`
      await evaluate(
        `${wait}.then(() => ${frames}).then(() => performance.mark('painted')).then(() => undefined)`,
      )
    },
    key: async key => {
      const code = KEYS[key]
      const text = key === 'Enter' ? '\r' : key.length === 1 ? key : undefined
      const event = { key, windowsVirtualKeyCode: code, code: key, ...(text && { text }) }
      await send('Input.dispatchKeyEvent', { type: 'keyDown', ...event })
      await send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
      await evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
    },
    screenshot: async file => {
      const { data } = await send('Page.captureScreenshot', { format: 'png' })
      writeFileSync(file, Buffer.from(data as string, 'base64'))
    },
    close: async () => {
      const ended = new Promise(done => browser.once('exit', done))
      await call('Browser.close')
      await ended
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
