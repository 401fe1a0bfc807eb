import { endpointsOf } from '../endpoint.ts'
import type { notificationSettingsSchemas } from './notification-settings-schemas.ts'

export const notificationSettingsEndpoints = endpointsOf<typeof notificationSettingsSchemas>({
  push: {
    method: 'GET',
    path: '/api/notifications/push',
    access: 'member',
    summary: 'Whether this session gets push notifications, and the key to subscribe with',
    status: 200,
  },
  subscribe: {
    method: 'PUT',
    path: '/api/notifications/push',
    access: 'member',
    whileRestricted: 'allowed',
    summary: "Send push notifications to this session's browser, at most 10 browsers per member",
    status: 200,
  },
  unsubscribe: {
    method: 'DELETE',
    path: '/api/notifications/push',
    access: 'member',
    whileRestricted: 'allowed',
    summary: "Send no more push notifications to this session's browser",
    status: 204,
  },
  quietHours: {
    method: 'GET',
    path: '/api/notifications/quiet-hours',
    access: 'member',
    summary: "The signed-in member's quiet hours, or null",
    status: 200,
  },
  setQuietHours: {
    method: 'PUT',
    path: '/api/notifications/quiet-hours',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'Get no mail and no push between two times of the day',
    status: 200,
  },
  endQuietHours: {
    method: 'DELETE',
    path: '/api/notifications/quiet-hours',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'Get mail and push at any time',
    status: 204,
  },
  digest: {
    method: 'GET',
    path: '/api/notifications/digest',
    access: 'member',
    summary: 'When the signed-in member gets one mail a day, or null',
    status: 200,
  },
  setDigest: {
    method: 'PUT',
    path: '/api/notifications/digest',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'Get one email a day that lists what is unread',
    status: 200,
  },
  endDigest: {
    method: 'DELETE',
    path: '/api/notifications/digest',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'Get each email at once',
    status: 204,
  },
})
