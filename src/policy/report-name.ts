// The name under which a step reports: of its comment and its check run, and of the suite where it has a command.
import { builtIn } from './configured-inputs.ts'

type NamingInputs = Partial<Record<'name' | 'command' | 'suite', string>>

/** From the texts of the inputs. A step that measures some of the suites is named after these. */
export function reportName({ name = '', command = '', suite = '' }: NamingInputs): string {
  const isNamed = name !== '' && name !== builtIn('name')
  if (isNamed || command !== '' || suite.trim() === '') return name || builtIn('name')
  return suite.trim().replace(/\s+/g, ' ')
}
