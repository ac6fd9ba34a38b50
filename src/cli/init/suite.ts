// The suite that `init` proposes to measure.

/** A command to measure. `found` is the file that gave it away. */
export type FoundSuite = {
  tool: string
  found: string
  directory: string
  setup: string
  command: string
  results: string
  /** Whether the time of its process is measured: nothing says that it prints results that are read. */
  isTimed?: true
  /** The step that is left to do by hand; '' for none. */
  hint: string
}

/** The finding of one finder. It lacks the tool, which is the finder's own. */
export type SuiteProposal = Omit<FoundSuite, 'tool'>

/** Empty values of the fields that most proposals do not need. */
export const nothingElse = { setup: '', results: '', hint: '' }
