// The inputs of the nightly trend and the flags of `trend`; declared here once, as the others in table.ts.

// biome-ignore format: a table, which reads best compact
export const trendInputs = {
  history: {
    type: 'text', default: 'artifact', value: 'WHERE', commands: ['action'],
    help:
      'Where scheduled runs on the default branch keep the history of the suite: artifact, or a directory that ' +
      'outlives the job.',
  },
  issues: {
    type: 'choice', default: 'never', value: 'WHEN', choices: ['auto', 'never'], commands: ['action'],
    help: 'auto: an issue per change for the worse that the trend shows, closed when it is over (issues: write).',
  },
  since: {
    type: 'text', default: '30d', value: 'WHEN', commands: ['trend'],
    help: 'Earlier changes are not listed: a day such as 2026-11-20, days before the last night such as 30d, or a tag.',
  },
  suite: {
    type: 'text', default: '', value: 'NAME', commands: ['trend'],
    help: 'Which suite, where the files are of several.',
  },
  html: {
    type: 'text', default: '', value: 'FILE', commands: ['trend'],
    help: 'Where the page with all charts is written.',
  },
  json: {
    type: 'text', default: '', value: 'FILE', commands: ['trend'],
    help: 'Where the history is written as one trend document, with what was found in it.',
  },
} as const
