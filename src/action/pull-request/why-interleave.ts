// Whether stored sessions can decide about a pull request, or the base has to be measured in the same job.
import { storedPower } from '../../compare/estimate/stored-power.ts'
import { classBaselines } from '../../compare/sides/same-class.ts'
import { testbedDifference } from '../../compare/sides/same-testbed.ts'
import type { Values } from '../../inputs/values.ts'
import { runsAlone } from '../../job/request/planned-looks.ts'
import type { Policy, Testbed } from '../../model/index.ts'
import { counted } from '../../phrases.ts'
import { formatShare } from '../../units.ts'
import type { Stored } from './stored-baseline.ts'

/** The reason to measure the base in this job; null where the stored sessions can show a change of the band's size. */
export function whyInterleave(
  stored: Stored,
  testbed: Testbed,
  values: Pick<Values, 'runs'>,
  policy: Policy,
): string | null {
  // They were found by a fingerprint in a name, which is no proof of what was measured.
  const fitting = stored.sessions.filter(each => testbedDifference(each.testbed, testbed) === null)
  const { baselines: sessions, isAcross } = classBaselines(fitting, [{ testbed }])
  if (sessions.length === 0) {
    const skipped = stored.warnings.map(({ message }) => message).join('; ')
    const last = stored.sessions[0] ?? stored.elsewhere
    const other = testbedDifference(last?.testbed ?? null, testbed)
    if (other !== null) return `the base branch's last result is of another testbed: ${other}`
    return stored.obstacle ?? (skipped || 'the base branch has left no result for this machine yet')
  }
  const found = storedPower(sessions, {
    policy,
    nights: isAcross ? [] : stored.nights,
    grade: isAcross ? 'untuned' : testbed.grade,
    runs: runsAlone(values),
  })
  if (found !== null && found <= policy.band) return null
  const could = found === null || !Number.isFinite(found) ? 'nothing' : formatShare(found, 2)
  const count = counted(sessions.length, 'stored session')
  return `${count} could show ${could} at best, the band is ${formatShare(policy.band, 2)}`
}
