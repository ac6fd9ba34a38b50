// The report that fio prints for people (https://fio.readthedocs.io/en/latest/fio_doc.html#interpreting-the-output): a part for
// each job, in it one for each direction. The printed rate has three digits, so that it is computed of what was issued.
import { InputError } from '../../model/index.ts'
import { numberOf } from '../numbers.ts'
import { hasLine, tableLines } from '../plain-text.ts'
import type { OtherForm } from '../runs/join-parsed.ts'
import { type LoadReport, parsedReports } from './report.ts'
import { partsOf } from './text-report.ts'

const HINT = 'run it with --output-format=json'
const JOB = /^(?<name>\S.*?): \(groupid=\d+, jobs=\d+\): err= *(?<error>\d+)/m
const DIRECTION =
  /^ {2}(?<direction>read|write|trim): IOPS=\S+ BW=\S+ \((?<rate>\S+?)(?<unit>[kMGT]?B\/s)\)\(\S+?\/(?<ms>\d+)msec\)/m
const MEAN = /^ +lat \((?<unit>[num]?s)ec\): .*?avg= *(?<value>[^\s,]+),/m
const PERCENTILES = /^ +[cs]?lat percentiles \((?<unit>[num]?s)ec\):$/m
const ISSUED = /^ +issued rwts: total=(?<read>\d+),(?<write>\d+),(?<trim>\d+),/m

function reportOf(part: string, job: string, source: string): LoadReport {
  const { name = '', error } = JOB.exec(job)?.groups ?? {}
  const { direction = '', rate, unit = '', ms } = DIRECTION.exec(part)?.groups ?? {}
  const where = `${source}: ${name}/${direction}`
  const mean = MEAN.exec(part)?.groups
  const percentiles = PERCENTILES.exec(part)?.groups?.unit
  const times: LoadReport['times'] = mean ? [['mean', mean.unit as string, numberOf(mean.value, where)]] : []
  for (const percent of percentiles === undefined ? [] : [50, 95, 99]) {
    const value = new RegExp(` ${percent}\\.00th=\\[ *(\\S+)\\]`).exec(part)?.[1]
    if (value !== undefined) times.push([`p${percent}`, percentiles as string, numberOf(value, where)])
  }
  const issued = ISSUED.exec(job)?.groups?.[direction]
  if (issued === undefined)
    throw new InputError(`${where} looks truncated: it does not say what was issued; ${HINT}`)
  return {
    ...{ name: `${name}/${direction}`, things: 'operations', times },
    rate: (numberOf(issued, where) / numberOf(ms, where)) * 1000,
    others: [['bandwidth', unit, numberOf(rate, where)]],
    failed: error === '0' ? null : { failed: 1, total: 1 },
  }
}

export const fioText: OtherForm = {
  recognises: text => hasLine(text, ': (groupid=', JOB),
  parse: (text, source) => {
    // The end names the jobs no more: several ends are of several runs.
    const whole = tableLines(text).join('\n')
    if (!/^Run status group \d+ /m.test(whole.slice(whole.lastIndexOf(': (groupid='))))
      throw new InputError(`${source}: looks truncated: fio's report has no status of its groups; ${HINT}`)
    const reports = partsOf(whole, JOB).flatMap(job =>
      partsOf(job, DIRECTION).map(part => reportOf(part, job, source)),
    )
    return parsedReports(reports, source, HINT)
  },
}
