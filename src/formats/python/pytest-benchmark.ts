// pytest-benchmark, --benchmark-json=FILE (https://pytest-benchmark.readthedocs.io): one measurement per round, all of one
// process. A test that fails is not in the file.
import { InputError, type Sample } from '../../model/index.ts'
import { readLargeList } from '../json/large-list.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { type JsonObject, numberAt, objectOf, objectsAt } from '../json/shape.ts'

const HINT = 'run it with --benchmark-json=FILE and give FILE as the results'

export const pytestBenchmark = jsonFormat({
  name: 'pytest-benchmark',
  title: 'pytest-benchmark --benchmark-json',
  keys: ['machine_info', 'benchmarks', 'fullname', 'stats'],
  hint: HINT,
  stream: (chunks, source) => {
    const samples: Sample[] = []
    const take = (each: JsonObject) => void samples.push(sampleOf(each, samples.length, source))
    return readLargeList(chunks, 'benchmarks', take) && { samples, failures: [], warnings: [] }
  },
  read: (document, source) => ({
    samples: objectsAt(document, 'benchmarks', source, HINT).map((each, i) => sampleOf(each, i, source)),
  }),
})

/** The full name has the parameters of the test: `test_sort.py::test_sort[1000]`. */
function sampleOf({ fullname, stats }: JsonObject, index: number, source: string): Sample {
  const at = `${source}: benchmarks[${index}]`
  if (typeof fullname !== 'string') throw new InputError(`${at} has no fullname; ${HINT}`)
  const where = `${at} (${fullname})`
  const { data } = objectOf(stats)
  if (!Array.isArray(data))
    throw new InputError(
      `${where} has no rounds (stats.data); run it with --benchmark-json=FILE, or save them with ` +
        '--benchmark-save-data',
    )
  const rounds = data.map((value, i) => numberAt(value, `${where}: round ${i + 1}`))
  return { name: fullname, metric: 'time', unit: 's', better: 'lower', runs: [rounds] }
}
