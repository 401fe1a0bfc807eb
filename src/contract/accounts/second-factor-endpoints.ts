import { endpointsOf } from '../endpoint.ts'
import type { secondFactorSchemas } from './second-factor-schemas.ts'

export const secondFactorEndpoints = endpointsOf<typeof secondFactorSchemas>({
  state: {
    method: 'GET',
    path: '/api/second-factor',
    access: 'member',
    summary: 'Whether the own account has a second factor',
    status: 200,
  },
  begin: {
    method: 'POST',
    path: '/api/second-factor/setup',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'Begin to set up a second factor; it counts once a code confirms it',
    status: 200,
  },
  confirm: {
    method: 'POST',
    path: '/api/second-factor',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'Confirm the set-up with a code; ends all other sessions and answers the recovery codes',
    limit: 'secondFactor',
    status: 200,
  },
  renewCodes: {
    method: 'POST',
    path: '/api/second-factor/recovery-codes',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'Make new recovery codes with the password and a code of the authenticator; the old ones end',
    status: 200,
  },
  remove: {
    method: 'POST',
    path: '/api/second-factor/removal',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'Remove the second factor with the password and a code or recovery code',
    status: 204,
  },
})
