// The data of stable-bench, and the schemas of the documents that store it. Each document is declared once: its types
// follow from its schema. Only which outcomes fail is decided here (fails.ts); policy is always an argument.

export * from './cpu-list.ts'
export * from './documents/calibration.ts'
export * from './documents/comparison.ts'
export * from './documents/doctor.ts'
export * from './documents/evidence.ts'
export * from './documents/sample.ts'
export * from './documents/session.ts'
export * from './documents/settings.ts'
export * from './documents/testbed.ts'
export * from './documents/trend.ts'
export * from './enough-runs.ts'
export * from './fails.ts'
export * from './input-error.ts'
export * from './policy.ts'
