// Everything declared once and shown elsewhere: renders each copy. `npm run update` writes them, a test compares them.
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { events, laterJob } from '../src/action/events.ts'
import { commandNames, renderCommandHelp, renderHelp } from '../src/inputs/help.ts'
import { inputText } from '../src/inputs/parse.ts'
import { type Input, inputsOf } from '../src/inputs/values.ts'
import {
  calibrationSchema,
  comparisonSchema,
  resultSchema,
  samplesSchema,
  trendSchema,
} from '../src/model/index.ts'

const root = new URL('../', import.meta.url)

/** What may be given, where the help does not show it by itself. */
function allowedText(input: Input): string {
  if (input.type === 'choice') return `One of ${input.choices.join(', ')}.`
  if (input.type === 'files') return 'Separated by spaces.'
  return input.value === 'SECONDS' ? 'In seconds.' : ''
}

const helpOf = (input: Input) =>
  [input.help, allowedText(input), input.inAction ?? ''].filter(text => text !== '').join(' ')

/** The `inputs:` block of action.yml. */
function renderYaml(): string {
  const entries = inputsOf('action').map(([name, input]) => {
    const value = inputText(input, input.default)
    return `  ${name}:\n    description: ${JSON.stringify(helpOf(input))}\n    default: ${JSON.stringify(value)}\n`
  })
  return `inputs:\n  # generated from src/inputs/declarations.ts by \`npm run update\`\n${entries.join('')}`
}

/** The table of the action's inputs for the README. */
function renderTable(): string {
  const rows = inputsOf('action').map(([name, input]) => {
    const value = inputText(input, input.default)
    return `| \`${name}\` | ${value === '' ? '' : `\`${value}\``} | ${helpOf(input).replaceAll('|', '\\|')} |`
  })
  return ['| input | default | |', '|---|---|---|', ...rows].join('\n')
}

/** The table of events for the README. */
function renderEvents(): string {
  const rows = [...events, laterJob].map(({ name, effect }) => `| ${name} | ${effect} |`)
  return ['| event | what happens |', '|---|---|', ...rows].join('\n')
}

/** `page` with `table` between the marks of `name`. */
const withTable = (page: string, name: string, table: string) =>
  page.replace(
    RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`),
    (_, begin, end) => `${begin}${table}\n${end}`,
  )

function renderSchema(schema: z.ZodType, title: string): string {
  // Unknown fields are ignored by the reader, so the published schema must allow them as well.
  return `${JSON.stringify({ title, ...z.toJSONSchema(schema, { io: 'input' }) }, null, 2)}\n`
}

/** The texts of --help, so that a review sees what changes in them. */
function helpTexts(): Record<string, string> {
  const commands = commandNames.map(name => [`help-${name}`, renderCommandHelp(name)] as const)
  const texts = [['help', renderHelp()] as const, ...commands]
  return Object.fromEntries(texts.map(([name, text]) => [`tests/inputs/golden/${name}.txt`, text]))
}

const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** Every file that holds a copy, as it should be: path from the repository's root, and content. */
export function declaredCopies(): Record<string, string> {
  return {
    'action.yml': read('action.yml').replace(/^inputs:\n[\s\S]*?(?=^outputs:)/m, renderYaml),
    'README.md': withTable(withTable(read('README.md'), 'events', renderEvents()), 'inputs', renderTable()),
    ...helpTexts(),
    'docs/schema/samples-1.json': renderSchema(samplesSchema, 'stable-bench/samples@1'),
    'docs/schema/result-1.json': renderSchema(resultSchema, 'stable-bench/result@1'),
    'docs/schema/calibration-1.json': renderSchema(calibrationSchema, 'stable-bench/calibration@1'),
    'docs/schema/trend-1.json': renderSchema(trendSchema, 'stable-bench/trend@1'),
    'docs/schema/comparison-1.json': renderSchema(comparisonSchema, 'stable-bench/comparison@1'),
  }
}
