// Tables and summaries for people that hold no runs, or whose tool writes its numbers elsewhere.
import type { UnreadTool } from './unread-tool.ts'

/** A row of Ruby's Benchmark: `sort:  0.031000   0.000000   0.031000 (  0.029280)`, user, system, total and real time. */
const RUBY_ROW = String.raw`^(?<name>\S.*?):? +[\d.]+ +[\d.]+ +[\d.]+ \( *(?<value>[\d.]+)\)`

export const printedSummaries: readonly UnreadTool[] = [
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
]
