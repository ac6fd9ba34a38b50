// Where Cargo builds. A target directory that two checkouts share is no cache: Cargo names files by the path from the workspace, and takes
// for built what is newer than the sources. The side that is built second gets the build of the first, and may leave it to the user.
import { dirname, join } from 'node:path'
import { gitList, gitTop } from '../../../git.ts'
import { InputError } from '../../../model/index.ts'
import { tryCommand } from '../../pin/wrappers.ts'
import { scrubbedEnvironment } from '../../process/environment.ts'
import { isAtOrBelow, isTouched, type OwnCheckout } from './own-checkout.ts'

/** Commands that say themselves where to build. */
const SAYS = /CARGO_(?:BUILD_)?TARGET_DIR|--target-dir/

/** Where Cargo puts programs, and what it makes on the way: by its environment and its files of settings, which may be anywhere above. */
function placesIn(directory: string): string[] {
  // Both depend on the directory in which Cargo is started, as its toolchain does.
  const ask = ['env', '-C', directory, 'cargo', 'metadata', '--no-deps', '--offline', '--format-version=1']
  const asked = tryCommand(ask, scrubbedEnvironment(process.env))
  if (!asked.ok) return []
  const { target_directory, build_directory } = JSON.parse(asked.stdout) as Record<string, string | undefined>
  return [target_directory, build_directory].filter(path => path !== undefined)
}

/** Where Cargo builds outside of the checkout that `directory` is in, of crates that differ between the commits. */
async function placesOutside(directory: string, own: OwnCheckout): Promise<string[]> {
  const top = await gitTop(directory)
  const manifests = await gitList(top, ['ls-files', '-z', '--', ':(glob)**/Cargo.toml'])
  const crates = manifests.map(dirname).filter(crate => isTouched(join(own.top, crate), own))
  const [crate] = crates.sort((one, other) => one.length - other.length)
  return crate === undefined ? [] : placesIn(join(top, crate)).filter(path => !isAtOrBelow(path, top))
}

/**
 * Throws an InputError where Cargo builds both sides in one place. A place may hold a digest of its checkout, and is one of two then.
 *
 * @param directories one in each of the checkouts; the user's own stands for those that are not there yet
 */
export async function assertOwnTarget(
  commands: readonly string[],
  own: OwnCheckout,
  directories: readonly string[],
): Promise<void> {
  if (commands.some(command => SAYS.test(command))) return
  const [first = [], ...others] = await Promise.all(directories.map(each => placesOutside(each, own)))
  const shared = first.find(path => others.every(places => places.includes(path)))
  if (shared !== undefined)
    throw new InputError(
      `Cargo builds both sides in ${shared}, where it takes the build of one for that of the other; unset CARGO_TARGET_DIR, or set it to ` +
        "'target', which each side has for itself, also in place of a target-dir in a config.toml",
    )
}
