// The same library as a pull request would change it: parse does 5 % more work, format is the same, search is faster.

const LINE = /^(\S+) \[([^\]]+)\] "(\w+) (\S+)" (\d{3}) (\d+)$/

function parseLine(line) {
  const match = LINE.exec(line)
  if (!match) throw new Error(`not a log line: ${line}`)
  const [, host, time, method, path, status, bytes] = match
  return { host, time, method, path, status: Number(status), bytes: Number(bytes) }
}

// The planted regression: every twentieth line is parsed a second time, "to be on the safe side". Every second one would
// be 50 % more work.
export function parse(lines, every = 20) {
  const records = lines.map(parseLine)
  for (let i = 0; i < lines.length; i += every) {
    if (parseLine(lines[i]).path !== records[i].path) throw new Error(`unstable line: ${lines[i]}`)
  }
  return records
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
