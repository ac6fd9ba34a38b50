// benchmark-ips, x.json! PATH (https://github.com/evanphx/benchmark-ips): the iterations per second of one process, without
// the cycles that they come from.
import { jsonFormat } from '../json/own-documents.ts'
import { listOf, nameAt, numberAt, objectOf } from '../json/shape.ts'

const HINT = 'add x.json! PATH and give PATH as the results'

export const benchmarkIps = jsonFormat({
  name: 'benchmark-ips',
  title: 'benchmark-ips x.json!',
  keys: ['ips', 'microseconds', 'cycles'],
  hint: HINT,
  read: (document, source) => ({
    samples: listOf(document, source, HINT).map((entry, i) => {
      const { name: given, ips } = objectOf(entry)
      const name = nameAt(given, `${source}: [${i}]`, HINT)
      const runs = [[numberAt(ips, `${source}: [${i}] (${name}): ips`)]]
      return { name, metric: 'throughput', unit: 'i/s', better: 'higher', runs }
    }),
  }),
})
