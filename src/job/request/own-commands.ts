// Refuses commands that name files of the user's own checkout, where each side runs in a checkout of its own.
import { assertNotOwn } from '../../measure/checkout/own-checkout.ts'
import type { Side } from '../../measure/runs/schedule.ts'
import { type MeasureRequest, ownOf } from './request.ts'

type Place = {
  setups: string[]
  /** The top of the user's own checkout. */
  repository: string
  /** The files that differ between the sides, from the top. */
  changed: string[]
}

/** Throws an InputError as `assertNotOwn`, for everything that is run of either side. */
export function assertOwnCheckouts(requests: MeasureRequest[], { setups, repository, changed }: Place): void {
  const texts = requests.flatMap(request =>
    Object.entries(request.commands).flatMap(([side, command]) => {
      const { prepare, relink, service } = ownOf(request, side as Side)
      return [
        typeof command === 'string' ? command : (command ?? []).join(' '),
        prepare,
        relink,
        service?.command ?? '',
      ]
    }),
  )
  assertNotOwn([...texts, ...setups], repository, changed)
}
