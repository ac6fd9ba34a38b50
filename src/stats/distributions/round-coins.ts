// The coins that decide which side goes first in each round.

/**
 * The coin of a round (from 0), where `toss` gives what chance throws. All are free, but the third is the opposite of the
 * first. Load that slows every second run slows the same run of each round; load with a period of four may slow the first
 * and the second in turns. Five free coins follow one of these patterns in one job of eight. All slow runs are of one
 * side then, and nothing tells them from a change. Both patterns are alike in the first round and the third, so that now
 * no coins follow them. The others stay free: the fewer orders there are, the more often each follows another pattern.
 */
export const roundCoin = (toss: (round: number) => boolean, round: number): boolean =>
  round === 2 ? !toss(0) : toss(round)
