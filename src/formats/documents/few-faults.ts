// Makes the check of a document end soon after its first faults. zod makes a record of each, and a stranger's document may
// have millions of wrong entries: these records would fill the memory.
import type { $ZodType, $ZodTypes } from 'zod/v4/core'
import { $constructor, $ZodArray, $ZodRecord, clone, type ParsePayload, util } from 'zod/v4/core'

/** Where a check has found so many, there may be more. */
export const MOST_FAULTS = 20
/** Far more facts than any machine has. */
const MOST_KEYS = 10_000

type ListParse = $ZodArray['_zod']['parse']

const EndingList = $constructor<$ZodArray>('ZodArray', (schema, definition) => {
  $ZodArray.init(schema, definition)
  const whole = schema._zod.parse
  const ending: ListParse = (payload, context) => {
    const list: unknown = payload.value
    if (!Array.isArray(list)) return whole(payload, context)
    const read: unknown[] = new Array(list.length)
    payload.value = read
    for (const [i, value] of list.entries()) {
      const entry = definition.element._zod.run({ value, issues: [] }, context) as ParsePayload
      read[i] = entry.value
      payload.issues.push(...util.prefixIssues(i, entry.issues))
      if (payload.issues.length >= MOST_FAULTS) break
    }
    return payload
  }
  schema._zod.parse = ending
})

const SmallRecord = $constructor<$ZodRecord>('ZodRecord', (schema, definition) => {
  $ZodRecord.init(schema, definition)
  const whole = schema._zod.parse
  schema._zod.parse = (payload, context) => {
    const { value: input } = payload
    const count = typeof input === 'object' && input !== null ? Object.keys(input).length : 0
    if (count <= MOST_KEYS) return whole(payload, context)
    payload.issues.push({ code: 'too_big', origin: 'object', maximum: MOST_KEYS, input, inst: schema })
    return payload
  }
})

const known = new WeakMap<$ZodType, $ZodType>()

/**
 * The schema that accepts the same documents as `schema`, but for records of far too many keys. Where a list has many faults, it
 * names the first of them.
 */
export function withFewFaults<Schema extends $ZodType>(schema: Schema): Schema {
  const made = known.get(schema) ?? remade(schema as unknown as $ZodTypes)
  known.set(schema, made)
  return made as Schema
}

function remade(schema: $ZodTypes): $ZodType {
  const definition = schema._zod.def
  switch (definition.type) {
    case 'array':
      return new EndingList({ ...definition, element: withFewFaults(definition.element) })
    case 'record':
      return new SmallRecord({ ...definition, valueType: withFewFaults(definition.valueType) })
    case 'object': {
      const fields = Object.entries(definition.shape).map(([key, field]) => [key, withFewFaults(field)])
      return clone(schema, { ...definition, shape: Object.fromEntries(fields) } as never)
    }
    case 'union':
      return clone(schema, {
        ...definition,
        options: definition.options.map(option => withFewFaults(option)),
      } as never)
    case 'tuple':
      return clone(schema, {
        ...definition,
        items: definition.items.map(item => withFewFaults(item)),
      } as never)
    case 'optional':
    case 'nullable':
    case 'default':
      return clone(schema, { ...definition, innerType: withFewFaults(definition.innerType) } as never)
    default:
      return schema
  }
}
