// The LLVM test-suite, lit --output FILE (https://llvm.org/docs/TestSuiteGuide.html): a result for each program, with the time to
// compile and to run it and its size.
import { InputError } from '../../model/index.ts'
import { betterDirection } from '../direction.ts'
import { type Format, firstTen, type Parsed } from '../format.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { hasKey, isObject, type JsonObject, numberAt, objectsAt, shown } from '../json/shape.ts'

const HINT = 'run lit with --output FILE and give FILE as the results'

const recognises = (text: string) =>
  ['__version__', 'elapsed', 'tests', 'code'].every(key => hasKey(text, key))

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

type Reading = Parsed & { unknown: Set<string>; leftOut: Set<string> }

function unitOf(metric: string): string | null {
  const [name, unit] = UNITS.find(([form]) => form.test(metric)) ?? []
  return name === undefined ? null : unit === '$1' ? (name.exec(metric)?.[1] ?? null) : (unit ?? null)
}

const order = (metric: string) => (FIRST.includes(metric) ? FIRST.indexOf(metric) : FIRST.length)

function readTest({ name, code, metrics }: JsonObject, where: string, reading: Reading): void {
  if (typeof name !== 'string') throw new InputError(`${where}: the name is ${shown(name)}; ${HINT}`)
  if (typeof code !== 'string')
    throw new InputError(`${where} (${name}): the code is ${shown(code)}; ${HINT}`)
  if (LEFT_OUT.has(code)) reading.leftOut.add(name)
  else if (!PASSED.has(code)) reading.failures.push({ name, reason: `lit says ${code}` })
  else {
    const given = isObject(metrics) ? Object.entries(metrics) : []
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

function parse(document: unknown, source: string): Parsed {
  const reading: Reading = { samples: [], failures: [], warnings: [], unknown: new Set(), leftOut: new Set() }
  for (const [i, test] of objectsAt(document, 'tests', source, HINT).entries())
    readTest(test, `${source}: tests[${i}]`, reading)
  const { samples, failures, unknown, leftOut } = reading
  const warnings = [
    { code: 'lit-metric-left-out', names: unknown, what: 'metrics left out, nothing says what is better' },
    {
      code: 'lit-tests-skipped',
      names: leftOut,
      what: 'tests left out, which did not run, may fail, or measured nothing',
    },
  ].flatMap(({ code, names, what }) =>
    names.size === 0 ? [] : [{ code, message: `${what}: ${firstTen(names)}` }],
  )
  return { samples, failures, warnings }
}

export const lit: Format = {
  name: 'lit',
  title: 'LLVM test-suite (lit)',
  recognises,
  parse: (text, source) => parsedDocuments(text, source, { recognises, hint: HINT }, parse),
}
