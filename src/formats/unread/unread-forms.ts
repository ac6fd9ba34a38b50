// Output of tools that stable-bench does not read as it is: tables and summaries for people, and forms of load generators
// beside the one that is read.

/** A tool whose output is not read. A text with one of `signs` can only be this tool's. `instead` is the advice. */
export type UnreadTool = {
  tool: string
  /** The format that reads the same rows, where the tool can print them as well. */
  format?: string
  /** It measured nothing, so it takes no rows away from other results beside it. */
  hasNoRows?: true
  signs: (RegExp | ((text: string) => boolean))[]
  instead: string
}

/** How k6 leaves what is read of it. */
export const K6_HINT = 'run it with --out json=FILE and set results to FILE'

/** A row of Ruby's Benchmark: `sort:  0.031000   0.000000   0.031000 (  0.029280)`, user, system, total and real time. */
const RUBY_ROW = String.raw`^(?<name>\S.*?):? +[\d.]+ +[\d.]+ +[\d.]+ \( *(?<value>[\d.]+)\)`

export const unreadForms: readonly UnreadTool[] = [
  {
    tool: 'benchstat',
    format: 'go',
    signs: [
      /^ *│ +(?:sec|B|allocs)\/op +(?:│|vs base)/m,
      /^name +(?:old )?(?:time|alloc|allocs)\/op\b.*\n.*±/m,
    ],
    instead: 'give stable-bench what go test printed, all runs of it',
  },
  {
    tool: 'criterion (Haskell) or gauge',
    format: 'haskell-criterion',
    signs: [/^benchmarking .+\n(?:.*\n){0,4}?time +[\d.]+ (?:[pnuµμm]?s) +\([^\n]* \.\. /m],
    instead: 'run it with --csv FILE and set results to FILE',
  },
  {
    tool: "Ruby's Benchmark",
    signs: [/^ +user +system +total +real$/m],
    instead: `set pattern to '${RUBY_ROW}' and set pattern-unit to s`,
  },
  {
    tool: 'k6',
    format: 'k6',
    // Its summary, and what --out csv writes.
    signs: [/^[ ✓✗]+[a-z_]+\.{2,}: avg=\S+ /m, /^metric_name,timestamp,metric_value,/m],
    instead: K6_HINT,
  },
  {
    tool: 'autocannon',
    format: 'autocannon',
    // It prints them on the standard error.
    signs: [/^│ Req\/Sec +│/m, /^[\d.]+k? requests in [\d.]+s, [\d.]+ \w+ read$/m],
    instead: 'run it with --json',
  },
  {
    tool: 'fio (terse)',
    format: 'fio',
    // What precedes the job's name: version 2 has the job's name alone.
    signs: [/^[345];fio-\d[^;\n]*;[^;\n]*;\d+;\d+(?:;[^;\n]*){100}/m],
    instead: 'run it with --output-format=json',
  },
  {
    tool: 'JMeter (XML)',
    format: 'jmeter',
    signs: [/^[ \t]*<testResults version="1\.\d">/m],
    instead: 'run it with -Jjmeter.save.saveservice.output_format=csv',
  },
]
