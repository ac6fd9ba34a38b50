// Everything declared once and shown elsewhere: renders each copy. `npm run update` writes them, a test compares them.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import * as z from 'zod'
import { table } from '../bench/rate-table.ts'
import { events, laterJob } from '../src/action/events.ts'
import { commandNames, renderCommandHelp, renderHelp } from '../src/inputs/help.ts'
import type { Input } from '../src/inputs/input.ts'
import { inputText } from '../src/inputs/parse.ts'
import {
  decidingInputs,
  describingInputs,
  inputs,
  isForAllSuites,
  measuringInputs,
  stepInputs,
} from '../src/inputs/values.ts'
import {
  bisectionSchema,
  calibrationSchema,
  comparisonSchema,
  doctorSchema,
  reportSchema,
  resultSchema,
  samplesSchema,
  trendSchema,
} from '../src/model/index.ts'
import { configFileName } from '../src/policy/config-file.ts'
import { configSchema } from '../src/policy/config-schema.ts'
import { headlineFigures } from './headline-figures.ts'

const root = new URL('../', import.meta.url)

/** Says which values an input takes, where the help does not show it by itself. */
function allowedText(input: Input, several: string): string {
  if (input.type === 'choice') return `One of ${input.choices.join(', ')}.`
  if (input.type === 'files') return several
  return input.type === 'duration' ? 'In seconds, or such as 90s, 10m, 2h.' : ''
}

const helpOf = (input: Input, several = 'Separated by spaces.') =>
  [input.help, allowedText(input, several), input.inAction ?? ''].filter(text => text !== '').join(' ')

const declared = stepInputs.map((name): [string, Input] => [name, inputs[name]])

/** The `inputs:` block of action.yml. */
function renderYaml(): string {
  const field = (name: string, text: string) => `    ${name}: ${JSON.stringify(text)}\n`
  const entries = declared.map(([name, input]) => {
    const value = inputText(input, input.default)
    return `  ${name}:\n${field('description', helpOf(input))}${field('default', value)}`
  })
  return ['inputs:\n  # generated from src/inputs/declared by `npm run update`\n', ...entries].join('')
}

const code = (text: string) => (text === '' ? '' : `\`${text}\``)

/** A table of words. */
const renderTable = (head: string[], rows: string[][]): string => table(head, rows, head.length)

const inputRow = (name: string, input: Input, help: string): string[] => [
  code(name),
  code(inputText(input, input.default)),
  help,
]

/** The table of the action's inputs. */
const renderInputs = (): string =>
  renderTable(
    ['input', 'default', ''],
    declared.map(([name, input]) => inputRow(name, input, helpOf(input))),
  )

/** The tables of what `defaults` and `suites` of the configuration may set. */
function renderSettings(names: readonly (keyof typeof inputs)[]): string {
  const rows = names.map(name => {
    const input: Input = inputs[name]
    const { decides } = input
    const help = Array.isArray(decides)
      ? `The input of that name, without files: ${decides.join(', ')}.`
      : helpOf(input, 'A list, or separated by spaces.')
    return inputRow(name, input, help)
  })
  return renderTable(['key', 'default', ''], rows)
}

/** The table of events. */
const renderEvents = (): string =>
  renderTable(
    ['event', 'what happens'],
    [...events, laterJob].map(({ name, effect }) => [name, effect]),
  )

const outputsSchema = z.object({ outputs: z.record(z.string(), z.object({ description: z.string() })) })

/** The table of the action's outputs, which action.yml declares. */
function renderOutputs(action: string): string {
  const { outputs } = outputsSchema.parse(parse(action))
  return renderTable(
    ['output', ''],
    Object.entries(outputs).map(([name, { description }]) => [code(name), description]),
  )
}

/** `page` with each text between the marks of its name. */
const withParts = (page: string, parts: Record<string, string>): string =>
  Object.entries(parts).reduce(
    (text, [name, part]) =>
      text.replace(
        RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`),
        (_, begin, end) => `${begin}${part}\n${end}`,
      ),
    page,
  )

function renderSchema(schema: z.ZodType, title: string): string {
  // Unknown fields are ignored by the reader, so the published schema must allow them as well.
  return `${JSON.stringify({ title, ...z.toJSONSchema(schema, { io: 'input' }) }, null, 2)}\n`
}

/** The texts of --help, so that a review sees what changes in them. */
function helpTexts(): Record<string, string> {
  const commands = commandNames.map(
    name => [`help-${name.replaceAll(' ', '-')}`, renderCommandHelp(name)] as const,
  )
  const texts = [['help', renderHelp()] as const, ...commands]
  return Object.fromEntries(texts.map(([name, text]) => [`tests/inputs/golden/${name}.txt`, text]))
}

const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** Every file that holds a copy, as it should be: path from the repository's root, and content. */
export function declaredCopies(): Record<string, string> {
  return {
    'action.yml': read('action.yml').replace(/^inputs:\n[\s\S]*?(?=^outputs:)/m, renderYaml),
    'README.md': withParts(read('README.md'), { figures: `\n${headlineFigures()}\n` }),
    'docs/reference.md': withParts(read('docs/reference.md'), {
      events: renderEvents(),
      inputs: renderInputs(),
      outputs: renderOutputs(read('action.yml')),
    }),
    'docs/configuration.md': withParts(read('docs/configuration.md'), {
      deciding: renderSettings(decidingInputs.filter(name => isForAllSuites(inputs[name] as Input))),
      describing: renderSettings(describingInputs),
      measuring: renderSettings(measuringInputs),
    }),
    ...helpTexts(),
    'docs/schema/samples-1.json': renderSchema(samplesSchema, 'stable-bench/samples@1'),
    'docs/schema/result-1.json': renderSchema(resultSchema, 'stable-bench/result@1'),
    'docs/schema/bisection-1.json': renderSchema(bisectionSchema, 'stable-bench/bisection@1'),
    'docs/schema/calibration-1.json': renderSchema(calibrationSchema, 'stable-bench/calibration@1'),
    'docs/schema/doctor-1.json': renderSchema(doctorSchema, 'stable-bench/doctor@1'),
    'docs/schema/trend-1.json': renderSchema(trendSchema, 'stable-bench/trend@1'),
    'docs/schema/comparison-1.json': renderSchema(comparisonSchema, 'stable-bench/comparison@1'),
    'docs/schema/report-1.json': renderSchema(reportSchema, 'stable-bench/report@1'),
    'docs/schema/config.json': renderSchema(configSchema, configFileName),
  }
}
