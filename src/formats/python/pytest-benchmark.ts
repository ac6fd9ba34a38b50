// pytest-benchmark, --benchmark-json=FILE (https://pytest-benchmark.readthedocs.io): one measurement per round, all of one
// process. A test that fails is not in the file.
import { InputError, type Sample } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'
import { readLargeList } from '../json/large-list.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { hasKey, isObject, type JsonObject, numberAt, objectsAt } from '../json/shape.ts'

const HINT = 'run it with --benchmark-json=FILE and give FILE as the results'
const KEYS = ['machine_info', 'benchmarks', 'fullname', 'stats']

const recognises = (text: string) => KEYS.every(key => hasKey(text, key))

export const pytestBenchmark: Format = {
  name: 'pytest-benchmark',
  title: 'pytest-benchmark --benchmark-json',
  recognises,
  stream: (chunks, source) => {
    const { samples, take } = collecting(source)
    return readLargeList(chunks, 'benchmarks', take) && parsed(samples)
  },
  parse: (text, source) => parsedDocuments(text, source, { recognises, hint: HINT }, parse),
}

function parse(document: unknown, source: string): Parsed {
  const { samples, take } = collecting(source)
  objectsAt(document, 'benchmarks', source, HINT).forEach(take)
  return parsed(samples)
}

const parsed = (samples: Sample[]): Parsed => ({ samples, failures: [], warnings: [] })

function collecting(source: string): { samples: Sample[]; take: (benchmark: JsonObject) => void } {
  const samples: Sample[] = []
  const take = (each: JsonObject) => {
    samples.push(sampleOf(each, `${source}: benchmarks[${samples.length}]`))
  }
  return { samples, take }
}

/** The full name has the parameters of the test: `test_sort.py::test_sort[1000]`. */
function sampleOf({ fullname, stats }: JsonObject, where: string): Sample {
  if (typeof fullname !== 'string') throw new InputError(`${where} has no fullname; ${HINT}`)
  const data = isObject(stats) ? stats.data : undefined
  if (!Array.isArray(data)) {
    throw new InputError(
      `${where} (${fullname}) has no rounds (stats.data); run it with --benchmark-json=FILE, or save them with ` +
        '--benchmark-save-data',
    )
  }
  const rounds = data.map((value, i) => numberAt(value, `${where} (${fullname}): round ${i + 1}`))
  return { name: fullname, metric: 'time', unit: 's', better: 'lower', runs: [rounds] }
}
