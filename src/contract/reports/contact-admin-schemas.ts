import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Id, IdParams, idList, pageQuery, Timestamp } from '../ids-schemas.ts'
import { textLimits } from '../limits.ts'
import { maxBulkRows } from '../list-filters.ts'
import { listFilters } from '../list-filters-schemas.ts'
import { sentence } from '../sentences.ts'
import { multiLine } from '../written-schemas.ts'

/** A contact message as staff read it. `flagged` means that the hidden field was filled in, most likely by a bot. */
export const ContactMessage = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  flagged: z.boolean(),
  /** The sender's account, if they were signed in. */
  userId: z.nullable(Id),
  createdAt: Timestamp,
  readAt: z.nullable(Timestamp),
  readBy: z.nullable(z.string()),
  /** The reply of staff; null until there is one. `by` is null for a deleted account. */
  answer: z.nullable(
    z.object({
      text: z.string(),
      at: Timestamp,
      by: z.nullable(z.string()),
      /** What became of the mail with it; null: none was sent, or it was sent over a month ago. */
      mail: z.nullable(z.enum(['waiting', 'sent', 'undelivered'])),
    }),
  ),
})

export type ContactMessage = z.infer<typeof ContactMessage>

export const MessageReply = z.object({ text: multiLine({ name: 'Answer', ...textLimits.staffReply }) })

export const contactAdminSchemas = {
  messages: {
    query: z.extend(pageQuery(200, 50), {
      ...listFilters,
      show: z._default(
        z.enum(['all', 'unread', 'flagged'], { error: sentence(msg`show must be all, unread or flagged`) }),
        'all',
      ),
    }),
    response: z.array(ContactMessage),
  },
  message: {
    params: IdParams,
    response: ContactMessage,
  },
  markMessage: {
    params: IdParams,
    body: z.object({ read: z.optional(z.boolean()), flagged: z.optional(z.boolean()) }),
    response: ContactMessage,
  },
  markMessages: {
    body: z
      .object({
        ids: idList('message', maxBulkRows),
        read: z.optional(z.boolean()),
        flagged: z.optional(z.boolean()),
      })
      .check(
        z.refine(({ read, flagged }) => (read === undefined) !== (flagged === undefined), {
          error: sentence(msg`Say either read or flagged`),
          path: ['read'],
        }),
      ),
    /** Those that were not marked so before: the opposite call about them takes it back. */
    response: z.object({ changed: z.array(Id) }),
  },
  answerMessage: {
    params: IdParams,
    body: MessageReply,
    response: ContactMessage,
  },
}
