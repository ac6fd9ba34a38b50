// The inputs of a job that measures a part of a suite. The part is a suite of its own until a publish job puts the
// parts together.
import { parseShard, shardName } from '../../job/request/shard.ts'

/** The values of a job, with the shard's own suite if it has `shard`. Throws an InputError. */
export const shardValues = <V extends { name: string; shard: string }>(values: V): V => ({
  ...values,
  name: shardName(values.name, parseShard(values.shard)),
})
