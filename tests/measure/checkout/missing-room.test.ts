import { statfsSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { missingRoom } from '../../../src/measure/checkout/commit-trees.ts'

const disk = (free: number, files: number, ffree: number) => ({
  ...statfsSync('/'),
  ...{ bsize: 4096, bavail: (free * 1024 * 1024) / 4096, files, ffree },
})

it.each<[string, string | null, ReturnType<typeof disk>]>([
  ['room', null, disk(33, 1000, 10)],
  ['room, and no table of files, as on btrfs', null, disk(33, 0, 0)],
  ['too few bytes', 'has 12 MiB free, and a checkout needs 32 MiB or more', disk(12, 1000, 10)],
  ['room, but no place for another file', 'can hold no more files', disk(999, 1000, 0)],
])('of a disk with %s says %s', (_, said, of) => {
  expect(missingRoom(of)).toBe(said)
})
