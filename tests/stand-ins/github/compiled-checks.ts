// The checks of requests and responses by the schemas of the description, compiled to the text of a module.
import { Ajv } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import { type DescribedOperation, type DescribedPart, type Parameter, schemaUrl } from './described-part.ts'

/** The function of each check is exported under the name that `checkedBy` has for it. */
export function compiledChecks({ operations, schemas }: DescribedPart): string {
  const ajv = new Ajv({
    strict: false,
    validateSchema: false,
    meta: false,
    validateFormats: false,
    allErrors: true,
    // One function for each schema, however many refer to it.
    inlineRefs: false,
    code: { source: true },
  })
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, schemaUrl + name)
  const checks = Object.fromEntries(
    operations.flatMap(checkedBy).map(([name, schema]) => {
      const url = `https://api.github.com/checks/${encodeURIComponent(name)}`
      ajv.addSchema(schema, url)
      return [name, url]
    }),
  )
  return standalone.default(ajv, checks)
}

/** What is checked of an operation: the body and the parameters of a request, and the responses by their status. */
function checkedBy({ operation, parameters, body, responses }: DescribedOperation): [string, object][] {
  const answers = Object.entries(responses).flatMap(([status, schema]): [string, object][] =>
    schema === null ? [] : [[`${operation} ${status}`, schema]],
  )
  const request = body ? { properties: { body: body.schema }, required: body.required ? ['body'] : [] } : {}
  const places = { path: objectOf(parameters, 'path'), query: objectOf(parameters, 'query') }
  return [[`${operation} body`, request], [`${operation} parameters`, { properties: places }], ...answers]
}

function objectOf(parameters: Parameter[], place: Parameter['in']): object {
  const own = parameters.filter(each => each.in === place)
  return {
    additionalProperties: false,
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  }
}
