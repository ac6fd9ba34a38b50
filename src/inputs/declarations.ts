// Every input of the action and every flag of the command line, one entry each. `npm run update` renders action.yml,
// the table of docs/reference.md and the texts of --help from here.
import { decided } from './declared/decided.ts'
import { measured } from './declared/measured.ts'

export const inputs = { ...measured, ...decided } as const
