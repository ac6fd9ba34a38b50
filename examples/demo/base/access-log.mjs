// A small access log library: the version of the base branch.

const LINE = /^(\S+) \[([^\]]+)\] "(\w+) (\S+)" (\d{3}) (\d+)$/

function parseLine(line) {
  const match = LINE.exec(line)
  if (!match) throw new Error(`not a log line: ${line}`)
  const [, host, time, method, path, status, bytes] = match
  return { host, time, method, path, status: Number(status), bytes: Number(bytes) }
}

export function parse(lines) {
  return lines.map(parseLine)
}

export function format(records) {
  return records.map(({ host, status, bytes, path }) => {
    return `${host.padEnd(16)} ${status} ${String(bytes).padStart(8)} ${path}`
  })
}

const searchable = record => `${record.host} ${record.method} ${record.path}`

export function search(records, terms) {
  return records.filter(record => {
    const text = searchable(record)
    return terms.every(term => text.toLowerCase().includes(term))
  })
}
