// Reads XML as test tools print it: with a byte order mark, and with other output before and behind the document. A document
// that breaks off is refused. Entities of a document type are not expanded.
import { SaxesParser } from 'saxes'
import { InputError } from '../../model/index.ts'
import { numberOf } from '../numbers.ts'
import { severalDocuments, truncated } from '../output-problems.ts'

export type Element = {
  name: string
  attributes: Record<string, string>
  children: Element[]
  /** The text of the element itself, without that of the elements in it. */
  text: string
  line: number
}

const MAX_DEPTH = 200

type XmlReading = { root: Element | null; open: Element[]; end: number | null }

/**
 * The first element called one of `roots`, with all that is in it. It starts a line or follows the declaration. Throws
 * an InputError that names `source`, the line of a mistake and the remedy `hint`. Throws, too, where a second document
 * follows.
 */
export function xmlRoot(text: string, source: string, roots: readonly string[], hint: string): Element {
  const start = new RegExp(`(?:^|\\?>)[ \\t]*<(?:${roots.join('|')})(?=[\\s/>])`, 'm')
  const found = start.exec(text)
  const at = found === null ? -1 : found.index + found[0].indexOf('<')
  if (at === -1) throw new InputError(`${source}: has no element <${roots.join('> or <')}>; ${hint}`)
  const before = text.slice(0, at).split('\n').length - 1
  const { root, end } = read(text.slice(at), source, before, hint)
  if (root === null || end === null) throw truncated(source, ': the XML breaks off')
  if (start.test(text.slice(at + end))) throw severalDocuments(source)
  return root
}

function read(xml: string, source: string, before: number, hint: string): XmlReading {
  const reading: XmlReading = { root: null, open: [], end: null }
  const parser = new SaxesParser<{ position: true; xmlns: false }>({ position: true, xmlns: false })
  const line = () => before + parser.line
  parser.on('opentag', ({ name, attributes }) => {
    if (reading.end !== null) return
    const element: Element = { name, attributes, children: [], text: '', line: line() }
    reading.open.at(-1)?.children.push(element)
    reading.root ??= element
    reading.open.push(element)
    if (reading.open.length > MAX_DEPTH)
      throw new InputError(`${source}, line ${line()}: is nested too deeply; ${hint}`)
  })
  const addText = (text: string) => {
    const element = reading.open.at(-1)
    if (element) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    if (reading.end !== null) return
    reading.open.pop()
    if (reading.open.length === 0) reading.end = parser.position
  })
  parser.on('error', error => {
    // Output behind the document is no part of it, and need not be XML.
    if (reading.end !== null) return
    const problem = error.message.replace(/^[\d:]+ /, '')
    throw new InputError(`${source}, line ${line()}: is not XML: ${problem.replace(/\.$/, '')}; ${hint}`)
  })
  parser.write(xml)
  return reading
}

/** The elements called `name` below `element`, in document order, each with the elements above it. */
export function* descendants(
  element: Element,
  name: string,
  above: Element[] = [],
): Generator<{ element: Element; above: Element[] }> {
  const stack = [{ element, above }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const path = [...next.above, next.element]
    for (const child of next.element.children.toReversed()) stack.push({ element: child, above: path })
    if (next.element.name === name) yield next
  }
}

/** A number in an attribute. Throws an InputError that says where it is and what is there instead. */
export function numberIn({ name, attributes, line }: Element, attribute: string, source: string): number {
  const text = attributes[attribute]?.trim() ?? ''
  const where = `${source}, line ${line}: ${attribute} of <${name}>`
  if (text === '') throw new InputError(`${where} is missing, expected a number`)
  return numberOf(text, where)
}
