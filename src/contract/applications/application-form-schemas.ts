import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { sentence } from '../sentences.ts'
import { codePoints } from '../text.ts'
import { commonAnswers, positionAnswers } from './application-answers-schemas.ts'
import { positionMessage } from './application-form.ts'

/** An application as the applicant sends it. Answers for other positions are ignored. */
export const NewApplication = z.discriminatedUnion(
  'position',
  [
    z.object({ position: z.literal('helper'), ...commonAnswers, ...positionAnswers.helper }),
    z.object({ position: z.literal('builder'), ...commonAnswers, ...positionAnswers.builder }),
    z.object({ position: z.literal('designer'), ...commonAnswers, ...positionAnswers.designer }),
  ],
  { error: positionMessage },
)

export type NewApplication = z.infer<typeof NewApplication>

/** Identifies a webhook delivery across retries; a number is converted to its digits. */
const DeliveryId = z.pipe(
  z.transform((id: unknown) => (Number.isSafeInteger(id) ? String(id) : id)),
  z.string({ error: sentence(msg`id must be text of 1 to 128 characters`) }).check(
    z.refine((id) => codePoints(id) >= 1 && codePoints(id) <= 128, {
      error: sentence(msg`id must be text of 1 to 128 characters`),
    }),
  ),
)

/** Body of the webhook: an application and the id of this delivery. */
export const ApplicationDelivery = z.intersection(z.object({ id: DeliveryId }), NewApplication)

export type ApplicationDelivery = z.infer<typeof ApplicationDelivery>
