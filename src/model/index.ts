// The data of stable-bench, and the schemas of the documents that store it. Each document is declared once: its types
// follow from its schema. Nothing here decides anything: policy is always an argument.
export * from './calibration.ts'
export * from './comparison.ts'
export * from './cpu-list.ts'
export * from './evidence.ts'
export * from './input-error.ts'
export * from './policy.ts'
export * from './sample.ts'
export * from './session.ts'
export * from './settings.ts'
export * from './testbed.ts'
export * from './trend.ts'
