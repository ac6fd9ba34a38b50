// YAML that others wrote, perhaps a fork: the time to read it grows with its size, and not with the square of that.
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  type LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
  YAMLParseError,
} from 'yaml'

export const maxYamlBytes = 1024 * 1024

/** To look one up, the library goes through all anchors before it. */
const maxAliases = 1000

/**
 * The document in `text`, and in its `errors` what is wrong with it. Keys that are there twice are found here: the library
 * compares each key with all before it. An alias without an anchor is found here for the sake of its place.
 */
export function yamlDocument(text: string, lineCounter?: LineCounter): Document.Parsed {
  if (text.length > maxYamlBytes) throw new Error('it is larger than 1 MiB')
  const options = { prettyErrors: false, stringKeys: true, uniqueKeys: false } as const
  const document = parseDocument(text, { ...options, ...(lineCounter && { lineCounter }) })
  // What is not understood makes others.
  if (document.errors.length === 0) addErrors(document)
  return document
}

type Code = ConstructorParameters<typeof YAMLParseError>[1]

function addErrors(document: Document.Parsed): void {
  const anchors = new Set<string>()
  let aliases = 0
  // The first one is enough.
  const add = ({ range }: Node, code: Code, message: string) => {
    const [from = 0, to = 0] = range ?? []
    document.errors.push(new YAMLParseError([from, to], code, message))
    return visit.BREAK
  }
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) {
        const { source } = node
        if (!anchors.has(source)) return add(node, 'BAD_ALIAS', `*${source} has no &${source} before it`)
        if (++aliases > maxAliases)
          return add(node, 'RESOURCE_EXHAUSTION', `there are more than ${maxAliases} aliases`)
      } else if (node.anchor !== undefined) anchors.add(node.anchor)
      const again = isMap(node) ? keyAgain(node) : undefined
      return again && add(again, 'DUPLICATE_KEY', 'Map keys must be unique')
    },
  })
}

type Fields = Record<string, unknown>

/** The fields of an object in a file that may hold anything in its place; none of a value that is no object. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** The fields of a document. Throws what is wrong with it. */
export function documentFields(document: Document.Parsed): Fields {
  const [broken] = document.errors
  if (broken) throw broken
  return fieldsOf(document.toJS({ maxAliasCount: 100 }))
}

/** The first key of a map that is there before, too. */
function keyAgain({ items }: YAMLMap): Scalar | undefined {
  const seen = new Set<unknown>()
  for (const { key } of items) {
    if (!isScalar(key)) continue
    if (seen.has(key.value)) return key
    seen.add(key.value)
  }
  return undefined
}
