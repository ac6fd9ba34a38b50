export default {
  testEnvironment: '<rootDir>/tests/plain-globals.mjs',
  roots: ['<rootDir>/tests'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  testTimeout: 60_000,
  // A worker keeps the modules of each file that it has run. To start a process costs the more, the larger it is.
  workerIdleMemoryLimit: '300MB',
  testSequencer: '<rootDir>/tests/long-files-first.mjs',
}
