import { endpointsOf } from '../endpoint.ts'
import type { newsSchemas } from './news-schemas.ts'

export const newsEndpoints = endpointsOf<typeof newsSchemas>({
  list: {
    method: 'GET',
    path: '/api/news',
    access: 'public',
    viewerIndependent: true,
    summary: 'Published news, newest first',
    status: 200,
  },
  show: {
    method: 'GET',
    path: '/api/news/:slug',
    access: 'public',
    viewerIndependent: true,
    summary: 'A published news item, its text as HTML',
    status: 200,
  },
  manage: {
    method: 'GET',
    path: '/api/admin/news',
    access: 'admin',
    summary: 'News as admins manage them, newest first',
    status: 200,
  },
  create: {
    method: 'POST',
    path: '/api/admin/news',
    access: 'admin',
    summary: 'Write a news item; it is a draft',
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: '/api/admin/news/:id',
    access: 'admin',
    summary: 'Change a news item; If-Match names the version that is meant',
    status: 200,
  },
  publish: {
    method: 'POST',
    path: '/api/admin/news/:id/publication',
    access: 'admin',
    summary: 'Publish a news item, now or at a time',
    status: 200,
  },
  unpublish: {
    method: 'DELETE',
    path: '/api/admin/news/:id/publication',
    access: 'admin',
    summary: 'Make a published or scheduled news item a draft again',
    status: 200,
  },
  remove: {
    method: 'DELETE',
    path: '/api/admin/news/:id',
    access: 'admin',
    summary: 'Delete a news item',
    status: 204,
  },
  preview: {
    method: 'POST',
    path: '/api/admin/news/preview',
    access: 'admin',
    summary: 'Render Markdown as a news item shows it',
    status: 200,
  },
})
