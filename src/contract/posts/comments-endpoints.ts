import { endpointsOf } from '../endpoint.ts'
import type { commentSchemas } from './comments-schemas.ts'

export const commentEndpoints = endpointsOf<typeof commentSchemas>({
  list: {
    method: 'GET',
    path: '/api/posts/:id/comments',
    access: 'public',
    summary: 'Comments on a post, oldest first',
    status: 200,
  },
  show: {
    method: 'GET',
    path: '/api/comments/:id',
    access: 'public',
    summary: 'A comment, with the one that it replies to',
    status: 200,
  },
  create: {
    method: 'POST',
    path: '/api/posts/:id/comments',
    access: 'member',
    whileRestricted: { cannot: 'comment' },
    summary: 'Comment on a post, or reply to a comment on it',
    limit: 'comments',
    idempotent: 'comments.create',
    status: 201,
  },
  listOnNews: {
    method: 'GET',
    path: '/api/news/:slug/comments',
    access: 'public',
    summary: 'Comments on a published news item, oldest first',
    status: 200,
  },
  createOnNews: {
    method: 'POST',
    path: '/api/news/:slug/comments',
    access: 'member',
    whileRestricted: { cannot: 'comment' },
    summary: 'Comment on a published news item, or reply to a comment on it',
    limit: 'comments',
    idempotent: 'comments.create',
    status: 201,
  },
  remove: {
    method: 'DELETE',
    path: '/api/comments/:id',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'Delete own comment, with its replies',
    status: 204,
  },
  report: {
    method: 'POST',
    path: '/api/comments/:id/reports',
    access: 'member',
    whileRestricted: { cannot: 'report comments' },
    summary: "Report somebody's comment to the moderators",
    limit: 'reports',
    status: 201,
  },
})
