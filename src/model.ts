// The words of stable-bench as plain data. Nothing here decides anything: policy is always an argument.
export * from './model/comparison.ts'
export * from './model/evidence.ts'
export * from './model/input-error.ts'
export * from './model/policy.ts'
export * from './model/sample.ts'
export * from './model/session.ts'
export * from './model/testbed.ts'
export * from './model/trend.ts'
