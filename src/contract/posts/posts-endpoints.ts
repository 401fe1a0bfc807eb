import { endpointsOf } from '../endpoint.ts'
import type { postSchemas } from './posts-schemas.ts'

export const postEndpoints = endpointsOf<typeof postSchemas>({
  list: {
    method: 'GET',
    path: '/api/posts',
    access: 'public',
    summary: 'The feed, newest first',
    status: 200,
  },
  create: {
    method: 'POST',
    path: '/api/posts',
    aliasPath: '/api/debug-create-post',
    access: 'member',
    summary: 'Write a post, with an image if wanted',
    bodyKind: 'imagePost',
    limit: 'posts',
    idempotent: 'posts.create',
    status: 201,
  },
  show: {
    method: 'GET',
    path: '/api/posts/:id',
    access: 'public',
    summary: 'A post',
    status: 200,
  },
  edit: {
    method: 'PATCH',
    path: '/api/posts/:id',
    access: 'member',
    summary: 'Change the text of an own post, for 15 minutes',
    limit: 'posts',
    status: 200,
  },
  react: {
    method: 'POST',
    path: '/api/posts/:id/reactions',
    access: 'member',
    summary: 'Like a post, or take the like back',
    limit: 'likes',
    status: 200,
  },
  remove: {
    method: 'DELETE',
    path: '/api/posts/:id',
    access: 'member',
    summary: 'Delete own post',
    status: 204,
  },
  report: {
    method: 'POST',
    path: '/api/posts/:id/reports',
    access: 'member',
    summary: "Report somebody's post to the moderators",
    limit: 'reports',
    status: 201,
  },
})
