// What is declared of an input: its kind, its description, and who takes it.

export type Command =
  | 'run'
  | 'ab'
  | 'explain'
  | 'bisect'
  | 'compare'
  | 'calibrate'
  | 'trend'
  | 'trend import'
  | 'export'
  | 'demo'
  | 'init'
  | 'doctor'
  | 'action'

/** The least and the largest value. */
export type InputRange = { min: number; max: number }

type Kind =
  /** `form`: the pattern of a valid text, so that a mistake is found where it was written. */
  | { type: 'text'; default: string; form?: readonly [pattern: RegExp, description: string] }
  /** `words` stand for a value that is known only later. */
  | { type: 'boolean'; default: boolean | string; words?: readonly string[] }
  /** Here too. */
  | ({ type: 'integer' | 'fraction'; default: number | string; words?: readonly string[] } & InputRange)
  /** In seconds. */
  | ({ type: 'duration'; default: number } & InputRange)
  | { type: 'choice'; default: string; choices: readonly string[] }
  | { type: 'files'; default: readonly string[] }

export type Input = Kind & {
  /** The description of the input, in sentences that fit every command. */
  help: string
  /** More description, which is true of the action only. */
  inAction?: string
  /** Stands for the value in --help; a choice and a boolean show what they may be. */
  value?: string
  /** Its name on the command line, where it differs: two commands may use one name for different things. */
  flag?: string
  /** One letter for it. */
  short?: string
  /** The heading that --help puts above this input and those that follow, until the next heading. */
  heading?: string
  commands: readonly Command[]
  /**
   * Whether it decides how a pull request is judged: `defaults` of the configuration may set it, and a pull request
   * must not set it for itself. A list names the values for which that is true.
   */
  decides?: true | readonly string[]
  /**
   * Whether it says for good how a suite is measured: `defaults` and `suites` of the configuration may set it. In a
   * pull request the values of the base commit count. `own`: it fills in the command, so each commit's own values
   * count. `together`: all suites share what it is about, so `defaults` alone may set it.
   */
  measures?: true | 'own' | 'together'
  /** Whether it says what a suite is: its entry in `suites`, where that has a command, may set it. Each commit's own value counts. */
  describes?: true
  /** Whether the commands that repeat a comparison include it. They leave out what belongs to one machine. */
  repeats?: true
}
