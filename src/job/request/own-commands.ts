// Refuses commands that name files of the user's own checkout, where each side runs in a checkout of its own.
import { assertOwnTarget } from '../../measure/checkout/shared/cargo.ts'
import { assertNotInstalled } from '../../measure/checkout/shared/installed.ts'
import { assertOwnLinks } from '../../measure/checkout/shared/links.ts'
import {
  assertNotOwn,
  assertNotOwnBuild,
  type OwnCheckout,
} from '../../measure/checkout/shared/own-checkout.ts'
import { commandText, type MeasureRequest, ownOf, sidesWithCommand } from './request.ts'

type Commands = { requests: MeasureRequest[]; setups: string[]; own: OwnCheckout }

/** All that is run of one side once it is set up; '' for none. */
export const textsOfSide = (side: Record<'command' | 'prepare' | 'relink' | 'service', string>): string[] => [
  side.command,
  side.prepare,
  side.relink,
  side.service,
]

/** The same of both sides of the requests. */
export const measuredTexts = (requests: MeasureRequest[]): string[] =>
  requests.flatMap(request =>
    sidesWithCommand(request).flatMap(side => {
      const { prepare, relink, service } = ownOf(request, side)
      const command = commandText(request, side)
      return textsOfSide({ command, prepare, relink, service: service?.command ?? '' })
    }),
  )

const textsOf = ({ requests, setups }: Commands): string[] => [...setups, ...measuredTexts(requests)]

/**
 * To be called before a side is set up. Throws an InputError where the commands name what differs between the sides, or where Cargo would
 * build both in one place.
 *
 * @param directories one in each of the checkouts; the user's own stands for those that are not there yet
 */
export async function assertOwnCheckouts(commands: Commands, directories: string[]): Promise<void> {
  const texts = textsOf(commands)
  assertNotOwn(texts, commands.own)
  await assertOwnTarget(texts, commands.own, directories)
}

/** To be called when both sides are set up. Throws an InputError where the commands name what was built, or installed from the own checkout. */
export async function assertOwnBuilds(commands: Commands, directories: string[]): Promise<void> {
  const { requests, setups, own } = commands
  await assertNotOwnBuild(textsOf(commands), own.top, directories)
  await assertOwnLinks(own, directories)
  const ofBoth = requests.filter(request => sidesWithCommand(request).length > 1)
  assertNotInstalled(measuredTexts(ofBoth), own, { hasSetup: setups.some(setup => setup !== '') })
}
