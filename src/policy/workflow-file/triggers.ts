// The events that a workflow file names under `on:`, and whether one of them starts it.
// https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#on
import { fieldsOf } from '../yaml-document.ts'
import { isIncluded } from './filter-patterns.ts'
import { parsed } from './walk.ts'

/** The filters by event. */
function eventsOf(text: string): Map<string, Record<string, unknown>> {
  const { on } = parsed(text)
  if (Array.isArray(on)) return new Map(on.map(event => [String(event), {}]))
  if (typeof on !== 'object' || on === null) return new Map([[String(on ?? ''), {}]])
  return new Map(Object.entries(on).map(([event, filters]) => [event, fieldsOf(filters)]))
}

/** Throws NotYaml. */
export const triggersOf = (text: string): string[] => [...eventsOf(text).keys()]

/** What a workflow is called: by its path where the file does not say. Throws NotYaml. */
export const workflowName = (text: string, path: string): string => String(parsed(text).name || path)

/** The names of the workflows whose end starts this one. Throws NotYaml. */
export function listenedTo(text: string): string[] {
  const { workflows } = eventsOf(text).get('workflow_run') ?? {}
  return [workflows ?? []].flat().map(String)
}

/** `branch` is the one that is proposed for; `changed` are the files that the proposal changes, null where not known. */
export type Proposed = { event: 'pull_request' | 'merge_group'; branch: string; changed: string[] | null }

const usualTypes = { pull_request: ['opened', 'synchronize', 'reopened'], merge_group: ['checks_requested'] }

/** GitHub looks at no more files. */
const mostFiles = 300
/** Characters of all patterns, times those of all names: a stranger may have written a megabyte of them, and each is tried on each. */
const mostTried = 100_000_000

const listed = (value: unknown): string[] | null => (value == null ? null : [value].flat().map(String))

function startsForBranch(filters: Record<string, unknown>, branch: string): boolean {
  const [only, not] = [listed(filters.branches), listed(filters['branches-ignore'])]
  if (only !== null && !isIncluded(only, branch)) return false
  return not === null || !isIncluded(not, branch)
}

/** Whether the filters of a workflow leave out the pull requests into this branch. Throws NotYaml. */
export function leavesOut(text: string, branch: string): boolean {
  const filters = eventsOf(text).get('pull_request')
  return filters !== undefined && !startsForBranch(filters, branch)
}

/** Null where it is not known. */
function startsForFiles(filters: Record<string, unknown>, changed: string[] | null): boolean | null {
  const [only, not] = [listed(filters.paths), listed(filters['paths-ignore'])]
  if (only === null && not === null) return true
  if (changed === null || changed.length >= mostFiles) return null
  const patterns = [only ?? [], not ?? []].flat()
  if (patterns.join('').length * changed.join('').length > mostTried) return null
  if (only !== null && !changed.some(file => isIncluded(only, file))) return false
  return not === null || !changed.every(file => isIncluded(not, file))
}

/** Whether a push to a proposal starts the workflow of this text; null where that is not known. Throws NotYaml. */
export function startsFor(text: string, { event, branch, changed }: Proposed): boolean | null {
  const filters = eventsOf(text).get(event)
  if (filters === undefined) return false
  const types = listed(filters.types)
  if (types !== null && !types.some(type => usualTypes[event].includes(type))) return false
  return startsForBranch(filters, branch) && startsForFiles(filters, changed)
}
