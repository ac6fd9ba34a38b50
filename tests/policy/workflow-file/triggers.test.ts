import { expect, it } from '@jest/globals'
import { triggersOf } from '../../../src/policy/workflow-file/triggers.ts'

it.each([
  ['on: push', ['push']],
  ['on: [push, pull_request]', ['push', 'pull_request']],
  ['on:\n  push:\n    branches: [main]\n  workflow_dispatch:', ['push', 'workflow_dispatch']],
])('the events of a workflow are read from %j', (text, events) => {
  expect(triggersOf(text)).toEqual(events)
})
