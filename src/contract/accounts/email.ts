import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { SecretLink } from './secret-link.ts'

/** The member's e-mail address, and whether they proved that they read it. */
export const OwnEmail = z.object({ email: z.nullable(z.string()), verified: z.boolean() })
export type OwnEmail = z.infer<typeof OwnEmail>

export const confirmationHours = 24

export const emailEndpoints = {
  show: endpoint({
    method: 'GET',
    path: '/api/email',
    access: 'member',
    summary: 'The own e-mail address, and whether it is confirmed',
    status: 200,
    answer: OwnEmail,
  }),
  requestConfirmation: endpoint({
    method: 'POST',
    path: '/api/email/verification',
    access: 'member',
    summary: 'Ask for a mail with a link that confirms the own e-mail address; a newer one voids the older',
    limit: 'emailConfirmations',
    status: 202,
    answer: z.object({ message: z.string() }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/email/confirm',
    access: 'public',
    summary: 'Confirm an e-mail address with what the link in the mail carries behind its #',
    body: z.object({ token: SecretLink }),
    status: 200,
    answer: z.object({ message: z.string() }),
  }),
}
