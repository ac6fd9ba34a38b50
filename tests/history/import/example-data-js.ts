// A data.js as github-action-benchmark writes it, with values of our own.

export const commitAt = (number: number) => (number + 1).toString(16).padStart(40, '0')

const day = 24 * 3600_000

/** The results of the commit `number`, measured that many days after the first of January 2026. */
export function entryOf(number: number, benches: unknown[], { tool = 'cargo' } = {}) {
  const person = { name: 'A Person', username: 'person', email: 'person@example.com' }
  const time = Date.UTC(2026, 0, 1) + number * day
  const commit = {
    author: person,
    committer: person,
    id: commitAt(number),
    message: `Change ${number}\n\nMore of it`,
    timestamp: new Date(time - day / 2).toISOString(),
    url: `https://github.com/org/repo/commit/${commitAt(number)}`,
  }
  return { commit, date: time, tool, benches }
}

export const dataJs = (entries: Record<string, unknown[]>): string =>
  `window.BENCHMARK_DATA = ${JSON.stringify({ lastUpdate: 1767225600000, repoUrl: 'https://github.com/org/repo', entries }, null, 2)}`
