import { endpointsOf } from '../endpoint.ts'
import type { recoverySchemas } from './recovery-schemas.ts'

export const recoveryEndpoints = endpointsOf<typeof recoverySchemas>({
  request: {
    method: 'POST',
    path: '/api/recovery',
    access: 'public',
    summary:
      'Ask for a mail with a link to a new password; it answers the same whether there is such an account or not',
    limit: 'recovery',
    status: 202,
  },
  finish: {
    method: 'POST',
    path: '/api/recovery/finish',
    access: 'public',
    summary:
      'Set a new password with what the link in the mail carries behind its #; ends every session of the member',
    status: 200,
  },
  byCode: {
    method: 'POST',
    path: '/api/recovery/by-code',
    access: 'public',
    summary: 'Set a new password with a code of staff, or of /link in game; ends every session of the member',
    limit: 'recovery',
    status: 200,
  },
  issueCode: {
    method: 'POST',
    path: '/api/admin/members/:id/recovery-code',
    access: 'admin',
    area: 'members',
    confirm: true,
    summary: 'A code with which a member of a lower rank sets a new password; shown only now',
    limit: 'issuedCodes',
    status: 201,
  },
})
