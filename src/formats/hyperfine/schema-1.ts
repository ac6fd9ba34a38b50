// The results of hyperfine 1: lists of times, exit codes and, from 1.20 on, peaks of memory.
import { InputError, type Warning } from '../../model/index.ts'
import { firstTen } from '../format.ts'
import { type JsonObject, numberAt } from '../json/shape.ts'
import { EXPORT_JSON, type HyperfineCommand, parametersOf } from './command.ts'

const MEMORY = 'peak-memory'

/** The commands of a document. Throws an InputError, adds to `warnings`. */
export function readSchema1(results: JsonObject[], source: string, warnings: Warning[]): HyperfineCommand[] {
  const commands = results.map((result, index) => readResult(result, `${source}: results[${index}]`))
  warnings.push(...dropInheritedMemory(commands))
  return commands
}

function readResult(result: JsonObject, where: string): HyperfineCommand {
  const { command, times, memory_usage_byte: memory, exit_codes: exitCodes } = result
  if (typeof command !== 'string') throw new InputError(`${where} has no command; ${EXPORT_JSON}`)
  if (!Array.isArray(times))
    throw new InputError(`${where} (${command}) has no times, only their mean; ${EXPORT_JSON}`)
  const numbers = (key: string, values: unknown[]) =>
    values.map((value, index) => numberAt(value, `${where}.${key}[${index}]`))
  const metrics = [{ metric: 'wall-time', unit: 's', values: numbers('times', times) }]
  if (Array.isArray(memory)) {
    metrics.push({ metric: MEMORY, unit: 'B', values: numbers('memory_usage_byte', memory) })
  }
  return {
    label: command,
    parameters: parametersOf(result),
    exitCodes: Array.isArray(exitCodes) ? exitCodes : [],
    metrics,
  }
}

/**
 * hyperfine 1.20 reports the largest peak of all commands so far (corrected in 1.21, hyperfine pull request 965). The
 * file does not say which version wrote it, but a value below an earlier peak proves it right. Otherwise removes
 * peak-memory from the commands that may show only the peak of an earlier one. Returns a warning that names them.
 */
function dropInheritedMemory(commands: HyperfineCommand[]): Warning[] {
  const inherited: HyperfineCommand[] = []
  let peak = 0
  for (const command of commands) {
    const values = command.metrics.find(({ metric }) => metric === MEMORY)?.values ?? []
    if (values.some(value => value < peak)) return []
    if (peak > 0 && values.length > 0 && values.every(value => value === peak)) inherited.push(command)
    peak = values.reduce((largest, value) => Math.max(largest, value), peak)
  }
  if (inherited.length === 0) return []
  for (const command of inherited) command.metrics = command.metrics.filter(({ metric }) => metric !== MEMORY)
  const names = firstTen(inherited.map(({ label }) => JSON.stringify(label)))
  const message =
    `peak-memory of ${names} is left out: it equals that of an earlier command, which hyperfine 1.20 reports for ` +
    'all later ones; use hyperfine 1.21 or later'
  return [{ code: 'hyperfine-inherited-memory', message }]
}
