// The same library as a pull request would change it: parse is 5 % slower, format is the same, search is faster.

const LINE = /^(\S+) \[([^\]]+)\] "(\w+) (\S+)" (\d{3}) (\d+)$/

function parseLine(line) {
  const match = LINE.exec(line)
  if (!match) throw new Error(`not a log line: ${line}`)
  const [, host, time, method, path, status, bytes] = match
  return { host, time, method, path, status: Number(status), bytes: Number(bytes) }
}

// The planted regression: every twentieth line is parsed a second time, "to be on the safe side".
export function parse(lines) {
  return lines.map((line, number) => {
    const record = parseLine(line)
    if (number % 20 === 0 && parseLine(line).path !== record.path) throw new Error(`unstable line: ${line}`)
    return record
  })
}

export function format(records) {
  return records.map(({ host, status, bytes, path }) => {
    return `${host.padEnd(16)} ${status} ${String(bytes).padStart(8)} ${path}`
  })
}

const searchable = record => `${record.host} ${record.method} ${record.path}`

// The improvement: the text is lowered once per record, not once per term.
export function search(records, terms) {
  return records.filter(record => {
    const text = searchable(record).toLowerCase()
    return terms.every(term => text.includes(term))
  })
}
