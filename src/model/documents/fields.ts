// Kinds of fields that the stored documents share.
import * as z from 'zod'

/** Characters that a text in a document may have. */
export const longestText = 10_000

export const text = z.string().max(longestText)
export const count = z.number().int().nonnegative()
export const amount = z.number().nonnegative()
