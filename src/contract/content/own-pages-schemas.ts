import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { sentence } from '../sentences.ts'
import { text } from './content-text-schemas.ts'
import { ownPageLimits } from './own-pages.ts'

/** A page of the network's own, as it is written: with placeholders. */
export const OwnPageContent = z.strictObject({
  title: text(ownPageLimits.title).check(
    z.regex(/^[^\p{Cc}]*$/u, { error: sentence(msg`must be one line of text`) }),
  ),
  /** For search engines and shared links. */
  description: z.nullable(text(ownPageLimits.description)),
  /** Markdown, as in news. */
  text: text(ownPageLimits.text),
  /** A draft is a 404 to everybody but admins. */
  isPublished: z.boolean({ error: sentence(msg`must be true or false`) }),
})

export type OwnPageContent = z.infer<typeof OwnPageContent>

export const OwnPage = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.nullable(z.string()),
  /** Made from Markdown; raw HTML is text. */
  html: z.string(),
  isPublished: z.boolean(),
  /** Language of the text, where it is not the one that was asked for. */
  language: z.optional(z.string()),
})

export type OwnPage = z.infer<typeof OwnPage>
