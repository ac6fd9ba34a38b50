import { describe, expect, it } from '@jest/globals'
import { formatNamed } from '../../../src/formats/index.ts'
import { InputError } from '../../../src/model/index.ts'

const deep = '['.repeat(20_000) + ']'.repeat(20_000)

describe('a value that is nested too deeply to be a text never ends in an internal error', () => {
  it.each<[string, string]>([
    [
      'mitata',
      `{"benchmarks": [{"alias": "a", "runs": [{"name": "a", "args": {"x": ${deep}}, "stats": {"samples": [1]}}]}]}`,
    ],
    [
      'jetpack-benchmark',
      `{"benchmarks": [{"name": "a", "params": {"x": ${deep}}, "metrics": {"timeNs": {"runs": [1]}}}]}`,
    ],
    [
      'benchmark-dotnet',
      `{"Benchmarks": [{"FullName": "a", "DisplayInfo": ${deep}, "Statistics": {"OriginalValues": [1]}}]}`,
    ],
    ['fio', `{"jobs": [{"jobname": ${deep}, "error": 0, "read": {"iops": 1, "lat_ns": {"mean": 2}}}]}`],
    ['ghz', `{"latencyDistribution": [{"percentage": ${deep}, "latency": 1}], "rps": 1, "count": 1}`],
    ['k6', `{"type":"Point","metric":"checks","data":{"value":0,"tags":{"check":${deep}}}}\n`],
    ['gungraun', `{"module_path": "a", "tool_summaries": [{"tool": ${deep}, "summaries": []}]}`],
  ])('in an output of %s', (tool, text) => {
    let thrown: unknown = null
    try {
      formatNamed(tool).parse(text, 'x')
    } catch (error) {
      thrown = error
    }
    expect(thrown === null || thrown instanceof InputError).toBe(true)
  })
})
