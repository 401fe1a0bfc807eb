import { endpointsOf } from '../endpoint.ts'
import type { emailSchemas } from './email-schemas.ts'

export const emailEndpoints = endpointsOf<typeof emailSchemas>({
  show: {
    method: 'GET',
    path: '/api/email',
    access: 'member',
    summary: 'The own email address, and whether it is confirmed',
    status: 200,
  },
  requestConfirmation: {
    method: 'POST',
    path: '/api/email/verification',
    access: 'member',
    confirm: true,
    whileRestricted: 'allowed',
    summary: 'Ask for a mail with a link that confirms the own email address; a newer one voids the older',
    limit: 'emailConfirmations',
    status: 202,
  },
  confirm: {
    method: 'POST',
    path: '/api/email/confirm',
    access: 'public',
    summary: 'Confirm an email address with what the link in the mail carries behind its #',
    status: 200,
  },
  test: {
    method: 'POST',
    path: '/api/admin/mail/test',
    access: 'admin',
    area: 'settings',
    confirm: true,
    summary: 'Sign in at the mail server, and send a mail to the own address if it is confirmed',
    limit: 'testMails',
    status: 200,
  },
})
