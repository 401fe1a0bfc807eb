import { endpointsOf } from '../endpoint.ts'
import type { contentSchemas } from './content-schemas.ts'

export const contentEndpoints = endpointsOf<typeof contentSchemas>({
  rules: {
    method: 'GET',
    path: '/api/content/rules',
    access: 'public',
    viewerIndependent: true,
    summary: 'The rules and the penalties note',
    status: 200,
  },
  faq: {
    method: 'GET',
    path: '/api/content/faq',
    access: 'public',
    viewerIndependent: true,
    summary: 'Questions and answers, by section',
    status: 200,
  },
  shop: {
    method: 'GET',
    path: '/api/content/shop',
    access: 'public',
    viewerIndependent: true,
    summary: "Ranks and passes, their prices in the currency's smallest unit and their perks",
    status: 200,
  },
  guidelines: {
    method: 'GET',
    path: '/api/content/guidelines',
    access: 'public',
    viewerIndependent: true,
    summary: 'Community guidelines',
    status: 200,
  },
  words: {
    method: 'GET',
    path: '/api/content/words',
    access: 'public',
    viewerIndependent: true,
    summary: "The network's own words, by page",
    status: 200,
  },
  legal: {
    method: 'GET',
    path: '/api/content/legal/:page',
    access: 'public',
    viewerIndependent: true,
    summary: 'The privacy policy, the terms of service or the cookie policy, as HTML',
    status: 200,
  },
  ownPage: {
    method: 'GET',
    path: '/api/content/pages/:slug',
    access: 'public',
    summary: "A page of the network's own, as HTML",
    status: 200,
  },
  handbook: {
    method: 'GET',
    path: '/api/admin/handbook',
    access: 'staff',
    summary: 'The handbook for moderators, as HTML',
    status: 200,
  },
  reasons: {
    method: 'GET',
    path: '/api/admin/reasons',
    access: 'staff',
    summary: 'Reasons that staff choose from when a player reads them',
    status: 200,
  },
})
