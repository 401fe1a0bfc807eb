import { endpointsOf } from '../endpoint.ts'
import type { newsletterSchemas } from './newsletter-schemas.ts'

export const newsletterEndpoints = endpointsOf<typeof newsletterSchemas>({
  subscribe: {
    method: 'POST',
    path: '/api/newsletter',
    access: 'public',
    summary: 'Ask for the newsletter; the response is the same for every address',
    limit: 'newsletter',
    status: 202,
  },
  confirm: {
    method: 'POST',
    path: '/api/newsletter/confirmation',
    access: 'public',
    summary: 'Confirm an address with the token of its mail',
    status: 200,
  },
  counts: {
    method: 'GET',
    path: '/api/admin/newsletter',
    access: 'admin',
    area: 'news',
    summary: 'How many addresses of the newsletter are confirmed, and how many wait for it',
    status: 200,
  },
  file: {
    method: 'GET',
    path: '/api/admin/newsletter.csv',
    access: 'admin',
    area: 'news',
    summary: 'The confirmed addresses of the newsletter as a CSV file; each download is audited',
    status: 200,
    download: 'text/csv',
  },
})
