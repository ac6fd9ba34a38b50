// Every input of the action and every flag of the command line, one entry each. `npm run update` renders action.yml,
// the table of docs/reference.md and the texts of --help from here.
import { judged } from './judged.ts'
import { measured } from './measured.ts'
import { reported } from './reported.ts'

export const inputs = { ...measured, ...judged, ...reported } as const
