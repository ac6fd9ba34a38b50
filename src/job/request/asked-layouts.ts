// The layouts that the inputs ask for: of all runs, or of the rows that are called.
import { randomInt } from 'node:crypto'
import { layoutSeeds } from '../../measure/runs/layouts.ts'

export type Layouts = {
  /** What stands for `{layout}` in each build; empty when the command runs one build. */
  layouts: number[]
  /** The layouts that a row gets once it is called; empty for none. */
  calledLayouts: number[]
}

type LayoutInputs = { layouts: number | 'auto' | 'called'; relink: string; seed?: number }

/** Builds that a called row gets: enough to find 5 % where placement moves a benchmark by 2 % (docs/placement.md). */
const CALLED_LAYOUTS = 20

/** `seed` of 0: a new one for each job. */
export function layoutsOf({ layouts: asked, relink, seed = 0 }: LayoutInputs): Layouts {
  const isCalled = asked === 'called' || (asked === 'auto' && relink !== '')
  const count = isCalled ? CALLED_LAYOUTS : asked === 'auto' ? 0 : (asked as number)
  const seeds = layoutSeeds(seed === 0 ? randomInt(1, 2 ** 31) : seed, count)
  return isCalled
    ? { layouts: seeds.slice(0, 1), calledLayouts: seeds }
    : { layouts: seeds, calledLayouts: [] }
}

/**
 * Of a session of one side, in which nothing is called: a build for each run, so that no stored baseline is of one place of the
 * code.
 */
export const layoutsOfOneSide = ({ layouts, calledLayouts }: Layouts): Layouts => ({
  layouts: calledLayouts.length > 0 ? calledLayouts : layouts,
  calledLayouts: [],
})
