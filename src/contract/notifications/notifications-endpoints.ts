import { endpointsOf } from '../endpoint.ts'
import type { notificationSchemas } from './notifications-schemas.ts'

export const notificationEndpoints = endpointsOf<typeof notificationSchemas>({
  list: {
    method: 'GET',
    path: '/api/notifications',
    access: 'member',
    summary: "The signed-in member's notifications, newest first",
    status: 200,
  },
  unread: {
    method: 'GET',
    path: '/api/notifications/unread',
    access: 'member',
    summary: 'Number of unread notifications, at most 99',
    status: 200,
  },
  read: {
    method: 'POST',
    path: '/api/notifications/read',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'Mark one notification as read, or all up to one',
    status: 200,
  },
  choices: {
    method: 'GET',
    path: '/api/notifications/choices',
    access: 'member',
    summary: 'By which channels the signed-in member wants each kind',
    status: 200,
  },
  choose: {
    method: 'PUT',
    path: '/api/notifications/choices',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'Choose the channels of a kind; without any, it is muted',
    status: 200,
  },
})
