import { endpointsOf } from '../endpoint.ts'
import type { contactSchemas } from './contact-schemas.ts'

export const contactEndpoints = endpointsOf<typeof contactSchemas>({
  send: {
    method: 'POST',
    path: '/api/contact',
    access: 'public',
    summary: 'Write to the team',
    limit: 'contact',
    status: 201,
  },
})
