// PHPBench, --dump-file=FILE (https://phpbench.readthedocs.io/en/latest/guides/dump-and-load.html): a measurement per
// iteration, in microseconds per revolution. Each iteration is a process of its own, unless the executor is local.
import { InputError, type Sample } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'
import { withParameters } from '../format.ts'
import { descendants, type Element, numberIn, xmlRoot } from '../xml/elements.ts'

const HINT = 'run it with --dump-file=FILE and give FILE as the results'

export const phpbench: Format = {
  name: 'phpbench',
  title: 'PHPBench --dump-file',
  perProcess: true,
  recognises: text => text.includes('<phpbench') && /(?:^|\?>)[ \t]*<phpbench[\s>]/m.test(text),
  parse,
}

function parse(text: string, source: string): Parsed {
  const root = xmlRoot(text, source, ['phpbench'], HINT)
  const parsed: Parsed = { samples: [], failures: [], warnings: [] }
  for (const { element: variant, above } of descendants(root, 'variant')) {
    addVariant(parsed, { variant, above, source })
  }
  return parsed
}

const childrenOf = ({ children }: Element, name: string) => children.filter(child => child.name === name)

function nameOf(variant: Element, above: Element[]): string {
  const find = (name: string) => above.findLast(element => element.name === name)?.attributes
  const subject = `${(find('benchmark')?.class ?? '').replace(/^\\/, '')}::${find('subject')?.name ?? ''}`
  const [set] = childrenOf(variant, 'parameter-set')
  const parameters = set === undefined ? [] : childrenOf(set, 'parameter')
  const plain = parameters.map(({ attributes: { name = '', value } }) => [name, value] as const)
  // A parameter that is no plain value would be long. Then the name of the set stands for all parameters.
  return plain.every((each): each is [string, string] => each[1] !== undefined)
    ? withParameters(subject, plain)
    : withParameters(subject, [['set', set?.attributes.name ?? '']])
}

type VariantPlace = { variant: Element; above: Element[]; source: string }

function addVariant({ samples, failures }: Parsed, { variant, above, source }: VariantPlace): void {
  const name = nameOf(variant, above)
  const [error] = [...descendants(variant, 'error')]
  if (error) {
    const [message = ''] = error.element.text.trim().split('\n')
    return void failures.push({ name, reason: `it failed: ${message.slice(0, 200)}`, quotes: true })
  }
  const iterations = childrenOf(variant, 'iteration')
  if (iterations.length === 0)
    throw new InputError(`${source}, line ${variant.line}: '${name}' has no iterations; ${HINT}`)
  const subject = above.findLast(element => element.name === 'subject')
  const isLocal = subject?.children.some(
    child => child.name === 'executor' && child.attributes.name === 'local',
  )
  const measured = (metric: string, unit: string, attribute: string): Sample => {
    const values = iterations.map(iteration => numberIn(iteration, attribute, source))
    const runs = isLocal ? [values] : values.map(value => [value])
    return { name, metric, unit, better: 'lower', runs }
  }
  const hasMemory = iterations.every(({ attributes }) => attributes['mem-peak'] !== undefined)
  samples.push(measured('time', 'us', 'time-avg'))
  if (hasMemory) samples.push(measured('peak-memory', 'B', 'mem-peak'))
}
