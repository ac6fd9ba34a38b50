// Whether a k6 test is a closed loop: the options of the command line win over the script's scenarios, and only the
// arrival-rate executors are open. See the k6 documentation, "Open and closed models".
import type { ReadScript } from './closed-loop.ts'
import type { Started } from './shell-commands.ts'

const SHORTCUTS = /^(-[uis](\d|$|=)|--(vus|iterations|stage)(=|$))/
const SHORTCUT_VARIABLES = /^K6_(VUS|ITERATIONS|STAGES)=/
/** Options come from elsewhere: a module, a JSON file. */
const OPTIONS_ELSEWHERE = /\bopen\s*\(|from\s+['"]\.|require\s*\(\s*['"]\./
const EXECUTION_OPTIONS = /\b(executor|vus|stages|iterations)\b/

const configOf = (args: string[]): string[] =>
  args.flatMap((arg, i) => {
    const joined = /^--config=(.*)$/.exec(arg)?.[1]
    if (joined !== undefined) return [joined]
    return arg === '-c' || arg === '--config' ? (args[i + 1] ?? []) : []
  })

/** True where that is certain; a script that cannot be read, or takes its options from elsewhere, may be open. */
export function k6IsClosed({ args, variables }: Started, read: ReadScript): boolean {
  if (!args.includes('run')) return false
  if (args.some(arg => SHORTCUTS.test(arg)) || variables.some(name => SHORTCUT_VARIABLES.test(name)))
    return true
  const scripts = args.filter(arg => /\.(js|ts|mjs|cjs)$/.test(arg))
  const texts = [...scripts, ...configOf(args)].map(read)
  if (scripts.length === 0 || texts.includes(null)) return false
  const text = texts.join('\n')
  if (text.includes('arrival-rate')) return false
  return EXECUTION_OPTIONS.test(text) || !OPTIONS_ELSEWHERE.test(text)
}
