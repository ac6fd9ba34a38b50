// A site with two suites, two machines, changes and pull requests.
import type { Site } from '../../../src/report/site/index-page.ts'
import { trendExample } from '../trend/example.ts'

export function siteExample(): Site {
  const worse = trendExample({ benchmarks: 6, nights: 60, steps: [{ at: 45, by: 1.08, of: [0, 3] }] })
  const calm = trendExample({ benchmarks: 3, nights: 40, steps: [], machines: ['rack-1', 'rack-2'] })
  return {
    repository: 'acme/rocket',
    address: 'https://github.com/acme/rocket',
    url: 'https://acme.github.io/rocket/',
    suites: [
      { ...worse, tooFew: null, folder: 'parse' },
      { ...calm, tooFew: null, folder: 'http' },
    ],
    pulls: [
      {
        number: 41,
        title: 'Search with a table',
        updated: '2026-01-12T10:00:00Z',
        verdicts: ['🟢 search is 17.7 % faster · 2 unchanged'],
      },
      { number: 40, title: 'Docs', updated: '2026-01-11T10:00:00Z', verdicts: [] },
    ],
  }
}
