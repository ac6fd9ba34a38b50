// Prints to the standard output and the standard error. In a step of GitHub's runner no line acts as a command to it.
import { inertDocument, inertText, isInJob } from '../files/workflow-commands.ts'
import { isStandardOutput, writeWhole } from '../files/write.ts'

/** Writes text that may hold names or output of a benchmark to the standard output. */
export const printText = (text: string): void => void process.stdout.write(isInJob() ? inertText(text) : text)

/** Writes a message to the standard error. */
export const printMessage = (text: string): void =>
  void process.stderr.write(isInJob() ? inertText(text) : text)

/** Writes a problem, each line of it behind the name of the program and `about`. */
export const printProblem = (problem: string, about = ''): void =>
  printMessage(
    problem
      .split('\n')
      .map(line => `stable-bench: ${about}${line}\n`)
      .join(''),
  )

/** Progress, hints and paths go to the standard error, unless --quiet. */
export function say({ quiet }: { quiet: boolean }, text: string): void {
  if (!quiet) printMessage(`${text}\n`)
}

/** Whether the report or document that goes to `out` goes to the standard output. */
export const isPrinted = (out: string) => out === '' || isStandardOutput(out)

/** Whether what goes to `out` is in colour: on a terminal, unless the user wants none. */
export const isColoured = (out: string) =>
  isPrinted(out) && process.stdout.isTTY === true && !process.env.NO_COLOR

/** Prints a report or a document, or writes it to `out`. The strings of JSON stay what they are. Throws an InputError. */
export function put(out: string, text: string, form: string): void {
  const whole = text.endsWith('\n') ? text : `${text}\n`
  if (!isPrinted(out)) writeWhole(out, text)
  else if (form === 'json' && isInJob()) process.stdout.write(inertDocument(whole))
  else printText(whole)
}
