import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { sentence } from '../sentences.ts'
import { listOf, text } from './content-text-schemas.ts'

/** Schema of reasons.yaml: what staff choose from when a player reads their reason. */
export const ReasonsContent = z.strictObject({
  reasons: listOf(z.strictObject({ title: text(60), text: text(500) }), 30, 0).check(
    z.refine((reasons) => new Set(reasons.map(({ title }) => title)).size === reasons.length, {
      error: sentence(msg`must not have two entries with the same title`),
    }),
  ),
})

export type ReasonsContent = z.infer<typeof ReasonsContent>
