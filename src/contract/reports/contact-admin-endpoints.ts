import { endpointsOf } from '../endpoint.ts'
import type { contactAdminSchemas } from './contact-admin-schemas.ts'

export const contactAdminEndpoints = endpointsOf<typeof contactAdminSchemas>({
  messages: {
    method: 'GET',
    path: '/api/admin/messages',
    access: 'staff',
    area: 'reports',
    summary: 'Contact messages, newest first',
    status: 200,
  },
  message: {
    method: 'GET',
    path: '/api/admin/messages/:id',
    access: 'staff',
    area: 'reports',
    summary: 'One contact message',
    status: 200,
  },
  markMessage: {
    method: 'PATCH',
    path: '/api/admin/messages/:id',
    access: 'staff',
    area: 'reports',
    summary: 'Mark a contact message as read or unread, as spam or not',
    status: 200,
  },
  markMessages: {
    method: 'POST',
    path: '/api/admin/messages/marks',
    access: 'staff',
    area: 'reports',
    summary: 'Mark up to 50 contact messages as read or unread, as spam or not; says which changed',
    status: 200,
  },
  answerMessage: {
    method: 'POST',
    path: '/api/admin/messages/:id/answer',
    access: 'staff',
    area: 'reports',
    summary: 'Answer a contact message, once: the sender reads it by mail and among their notices',
    status: 200,
  },
})
