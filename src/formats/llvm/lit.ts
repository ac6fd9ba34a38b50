// The LLVM test-suite, lit --output FILE (https://llvm.org/docs/TestSuiteGuide.html): a result for each program, with the time to
// compile and to run it and its size.
import { InputError } from '../../model/index.ts'
import { betterDirection } from '../direction.ts'
import { type Parsed, warningOf } from '../format.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { type JsonObject, nameAt, numberAt, objectOf, objectsAt, shown } from '../json/shape.ts'

const HINT = 'run lit with --output FILE and give FILE as the results'

/** The primary metric first. Sizes of sections have the name of the section behind `size.`. */
const FIRST = ['exec_time', 'compile_time', 'link_time', 'size']
const UNITS: [name: RegExp, unit: string][] = [
  [/^(?:exec|compile|link)_time$/, 's'],
  [/^size(?:\.|$)/, 'B'],
  [/_(ns|us|ms)$/, '$1'],
]

/** Such tests measured nothing, and were not meant to. */
const LEFT_OUT = new Set(['UNSUPPORTED', 'EXCLUDED', 'SKIPPED', 'XFAIL'])
const PASSED = new Set(['PASS', 'XPASS', 'FLAKYPASS'])

type Reading = Pick<Parsed, 'samples' | 'failures'> & { unknown: Set<string>; leftOut: Set<string> }

function unitOf(metric: string): string | null {
  const [name, unit] = UNITS.find(([form]) => form.test(metric)) ?? []
  return name === undefined ? null : unit === '$1' ? (name.exec(metric)?.[1] ?? null) : (unit ?? null)
}

const order = (metric: string) => (FIRST.includes(metric) ? FIRST.indexOf(metric) : FIRST.length)

function readTest({ name: own, code, metrics }: JsonObject, where: string, reading: Reading): void {
  const name = nameAt(own, where, HINT)
  if (typeof code !== 'string')
    throw new InputError(`${where} (${name}): the code is ${shown(code)}; ${HINT}`)
  if (LEFT_OUT.has(code)) reading.leftOut.add(name)
  else if (!PASSED.has(code)) reading.failures.push({ name, reason: `lit says ${code}` })
  else {
    const given = Object.entries(objectOf(metrics))
    if (given.length === 0) reading.leftOut.add(name)
    for (const [metric, value] of given.sort(([a], [b]) => order(a) - order(b))) {
      const unit = unitOf(metric)
      // Hashes are texts.
      if (typeof value === 'string') continue
      if (unit === null || betterDirection(unit) !== 'lower') reading.unknown.add(metric)
      else {
        const runs = [[numberAt(value, `${where} (${name}): ${metric}`)]]
        reading.samples.push({ name, metric, unit, better: 'lower', runs })
      }
    }
  }
}

export const lit = jsonFormat({
  name: 'lit',
  title: 'LLVM test-suite (lit)',
  keys: ['__version__', 'elapsed', 'tests', 'code'],
  hint: HINT,
  read: (document, source) => {
    const reading: Reading = { samples: [], failures: [], unknown: new Set(), leftOut: new Set() }
    for (const [i, test] of objectsAt(document, 'tests', source, HINT).entries())
      readTest(test, `${source}: tests[${i}]`, reading)
    const { samples, failures, unknown, leftOut } = reading
    const noTime = 'tests left out, which did not run, may fail, or measured nothing:'
    return {
      ...{ samples, failures },
      warnings: [
        ...warningOf('lit-metric-left-out', 'metrics left out, nothing says what is better:', unknown),
        ...warningOf('lit-tests-skipped', noTime, leftOut),
      ],
    }
  },
})
