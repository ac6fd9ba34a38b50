// Load generators whose output stable-bench does not read, though it reads another one of theirs.
import type { UnreadTool } from './unread-tool.ts'

/** How k6 leaves what is read of it. */
export const K6_HINT = 'run it with --out json=FILE and set results to FILE'

export const loadTools: readonly UnreadTool[] = [
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
