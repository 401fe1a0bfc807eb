import { endpointsOf } from '../endpoint.ts'
import type { userSchemas } from './users-schemas.ts'

export const userEndpoints = endpointsOf<typeof userSchemas>({
  current: {
    method: 'GET',
    path: '/api/user',
    access: 'member',
    summary: 'The signed-in member',
    status: 200,
  },
  login: {
    method: 'POST',
    path: '/api/login',
    access: 'public',
    summary: 'Sign in; sets the session cookie',
    status: 200,
  },
  register: {
    method: 'POST',
    path: '/api/register',
    access: 'public',
    summary: 'Create an account and sign in',
    refuseIdentityKeys: true,
    limit: 'register',
    status: 201,
  },
  logout: {
    method: 'POST',
    path: '/api/logout',
    access: 'public',
    summary: 'Sign out; also fine when signed out',
    status: 204,
  },
  update: {
    method: 'PATCH',
    path: '/api/user',
    access: 'member',
    summary: 'Change own profile; null clears a field',
    refuseIdentityKeys: true,
    status: 200,
  },
  chooseName: {
    method: 'POST',
    path: '/api/user/name',
    access: 'member',
    summary: 'Choose a new username after staff cleared yours',
    status: 200,
  },
  setAvatar: {
    method: 'PUT',
    path: '/api/user/avatar',
    access: 'member',
    summary: 'Upload own avatar, as a data URL',
    bodyKind: 'imagePost',
    limit: 'avatars',
    status: 200,
  },
  changePassword: {
    method: 'POST',
    path: '/api/change-password',
    access: 'member',
    summary: 'Change own password; ends every session of the member',
    status: 200,
  },
  show: {
    method: 'GET',
    path: '/api/users/:id',
    access: 'public',
    viewerIndependent: true,
    summary: 'A member or player',
    status: 200,
  },
})
