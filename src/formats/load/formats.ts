// The formats of load generators and of tables. A tool that writes two forms has one name for both.
import { celeroText } from '../csv/celero-text.ts'
import { locustHistory } from '../csv/locust-history.ts'
import { tableOf } from '../csv/table.ts'
import { celero, haskellCriterion, locust, redisBenchmarkTable, tastyBench } from '../csv/tools.ts'
import type { Format } from '../format.ts'
import { eitherOf } from '../runs/join-parsed.ts'
import { pgbench, redisBenchmarkText, sysbench } from './database-tools.ts'
import { fioText } from './fio-text.ts'
import { jsonReport } from './json-report.ts'
import { artillery, autocannon, bombardierJson, fio, ghz, oha, vegetaJson } from './json-tools.ts'
import { memtierJson, memtierText } from './memtier.ts'
import { textReport } from './text-report.ts'
import { ab, bombardierText, h2load, hey, ohaText, vegetaText, wrk } from './text-tools.ts'
import { vegetaLog } from './vegeta-log.ts'

export const loadFormats: readonly Format[] = [
  ...[wrk, hey, ab, h2load, pgbench, sysbench].map(textReport),
  ...[autocannon, ghz, artillery].map(jsonReport),
  eitherOf(jsonReport(oha), textReport(ohaText)),
  eitherOf(jsonReport(fio), fioText),
  eitherOf(eitherOf(jsonReport(vegetaJson), textReport(vegetaText)), vegetaLog),
  eitherOf(jsonReport(bombardierJson), textReport(bombardierText)),
  eitherOf(tableOf(redisBenchmarkTable), textReport(redisBenchmarkText)),
  eitherOf(jsonReport(memtierJson), memtierText),
  eitherOf(tableOf(locust), locustHistory),
  ...[haskellCriterion, tastyBench].map(tableOf),
  eitherOf(tableOf(celero), celeroText),
]
