// The order of the test files: those that go through whole workflows and commands first, the larger ones before the smaller,
// so that at the end no CPU waits for one of them.
import { statSync } from 'node:fs'

const isLong = ({ path }) => /\/tests\/(e2e|workflows)\//.test(path)

export default class LongFilesFirst {
  sort(tests) {
    const sized = [...tests].map(test => ({
      test,
      long: Number(isLong(test)),
      size: statSync(test.path).size,
    }))
    return sized.sort((a, b) => b.long - a.long || b.size - a.size).map(({ test }) => test)
  }

  allFailedTests(tests) {
    return tests
  }

  shard(tests) {
    return tests
  }

  cacheResults() {}
}
