import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Password } from './users.ts'

export const AccountDeletion = z.object({ password: Password })

export const accountEndpoints = {
  export: endpoint({
    method: 'GET',
    path: '/api/account/export',
    access: 'member',
    summary: 'Everything the site holds about the signed-in member, as one JSON file',
    limit: 'exports',
    download: 'application/json',
    status: 200,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/account/delete',
    access: 'member',
    summary: 'Delete own account for good; matches stay, under the name "Deleted player"',
    body: AccountDeletion,
    status: 204,
  }),
}
