// An entry of `suites` in the configuration. With a command it says what a suite is. Without one it only says how a suite
// is measured whose command is given elsewhere.
import { posix } from 'node:path'
import * as z from 'zod'
import { describingInputs, serviceInputs, suiteInputs } from '../inputs/values.ts'
import { closed, name as configuredName } from './closed-object.ts'
import { factsOf, type SuiteEntry, shapeOf } from './configured-inputs.ts'

/** A suite that the file describes. */
export type DescribedSuite = SuiteEntry & { command: string }

export const isDescribed = (entry: SuiteEntry | undefined): entry is DescribedSuite =>
  entry?.command !== undefined

/** A name that stands as it is in the names of artifacts and directories. */
const plainName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/

const badName =
  'names artifacts and directories: it must begin with a letter or a digit and have letters, digits, . _ and - only, 60 at most'

/** Both sides of a comparison would share what is outside of the repository. */
const leadsOut = (path: string) => /^(?:\/|\.\.(?:\/|$))/.test(posix.normalize(path))

function problemsOf(entry: SuiteEntry): [path: string[], message: string][] {
  const { command, 'working-directory': directory } = entry
  const told = [...describingInputs, 'companions' as const].filter(
    name => name !== 'command' && entry[name] !== undefined,
  )
  const problems: [string[], string][] = []
  if (command === undefined && told.length > 0)
    problems.push([[], `has ${told[0]}, and no command; say what to measure`])
  if (directory !== undefined && leadsOut(directory))
    problems.push([['working-directory'], 'must be a directory of the repository, such as server'])
  return problems
}

const noCommand = 'must say what to measure'

const commandSchema = z
  .union([z.string(), z.number(), z.boolean()], noCommand)
  .transform(given => String(given).trim())
  .refine(given => given !== '', noCommand)

const formerNames = z
  .array(configuredName, 'must be a list of names')
  .max(20, 'has more than 20 names')
  .meta({
    description: 'The names that the suite had before: its history and its comparison go on from them.',
  })

/** Each key as the input of a service that it stands for. */
const serviceShape = Object.fromEntries(
  Object.entries(serviceInputs).map(([key, name]) => [key, shapeOf([name])[name] as z.ZodType]),
)

const saying = (what: string) => z.string(what).trim().min(1, what)

const serviceSchema = closed({
  ...serviceShape,
  command: saying('must say how the service is started').meta(factsOf('service')),
})

const badCompanion =
  'names a variable: it must begin with a letter and have letters, digits and _ only, 30 at most'

const companionsSchema = z
  .record(
    z.string().min(1, 'must not be empty'),
    closed({ command: saying('must say how it is started'), ...shapeOf(['ready', 'ready-timeout']) }),
    'must be names, each with keys and values',
  )
  .superRefine((companions, context) => {
    for (const name of Object.keys(companions))
      if (!/^[A-Za-z][A-Za-z0-9_]{0,29}$/.test(name))
        context.addIssue({ code: 'custom', path: [name], message: badCompanion })
  })
  .meta({
    description:
      'What all runs share, such as a database: started once, on CPUs of neither the benchmark nor the load. {port} in its command is ' +
      'a free port, which all commands get as STABLE_BENCH_PORT_NAME.',
  })

const entryShape: Record<string, z.ZodType> = {
  ...shapeOf(suiteInputs),
  service: serviceSchema
    .meta({ description: 'A server that the command puts under load: docs/guides/services.md.' })
    .optional(),
  command: commandSchema.meta(factsOf('command')).optional(),
  companions: companionsSchema.optional(),
  'former-names': formerNames.optional(),
}

/** The entry with the keys below `service` as the inputs that they stand for. */
function withServiceInputs({ service, ...entry }: Record<string, unknown>): SuiteEntry {
  if (service === undefined) return entry
  const given = service as Record<string, unknown>
  const own = Object.entries(serviceInputs).flatMap(([key, name]) =>
    given[key] === undefined ? [] : [[name, given[key]]],
  )
  return { ...entry, ...Object.fromEntries(own) }
}

const entrySchema = closed(entryShape)
  .superRefine((entry, context) => {
    // One message is enough: a misspelt command is no missing one.
    if (context.issues.length > 0) return
    for (const [path, message] of problemsOf(entry)) context.addIssue({ code: 'custom', path, message })
  })
  .transform(withServiceInputs)

/** `suites` of the configuration, by name. */
export const suitesSchema = z
  .record(configuredName, entrySchema, 'must be keys and values')
  .superRefine((suites, context) => {
    for (const [name, entry] of Object.entries(suites))
      if (isDescribed(entry) && !plainName.test(name))
        context.addIssue({ code: 'custom', path: [name], message: badName })
  })
