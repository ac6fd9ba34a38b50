// The policy where nothing is configured.
import type { Policy } from './policy.ts'

/** The policy unless configured: 1 % false alarms a row, 5 % a family, 5 % false "no change", a band of 2 %. */
export const defaultPolicy: Policy = {
  alpha: 0.01,
  familyAlpha: 0.05,
  equivalenceAlpha: 0.05,
  band: 0.02,
  storedPriorSd: { tuned: 0.01, degraded: 0.03, untuned: 0.03 },
  rules: [],
  threshold: null,
  waivers: [],
  accepted: null,
  renamed: [],
  budgets: [],
  budgetsGate: true,
  requireTuned: false,
  shadow: false,
  failOn: 'not-established',
  today: null,
}
