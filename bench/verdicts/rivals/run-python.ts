import { execFileSync } from 'node:child_process'
import type { Tools } from './rival.ts'

/** The standard output of Python with the installed packages. */
export function runPython(args: string[], tools: Tools, input?: Buffer): string {
  const env = { ...process.env, PYTHONPATH: tools.python as string }
  const options = { env, encoding: 'utf8' as const, maxBuffer: 1e9 }
  return execFileSync('python3', args, input ? { ...options, input } : options)
}
