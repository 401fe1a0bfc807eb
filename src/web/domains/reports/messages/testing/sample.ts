import type { ContactMessage } from '../../../../../contract/reports/contact-admin-schemas.ts'

export const aMessage = (over: Partial<ContactMessage> = {}): ContactMessage => ({
  id: 4,
  name: 'Rowan <b>',
  email: 'rowan@mail.example',
  subject: 'Lag in Bridge',
  message: 'Since Tuesday\nevery goal lags.',
  flagged: false,
  userId: null,
  createdAt: '2026-01-05T15:04:00.000Z',
  readAt: null,
  readBy: null,
  answer: null,
  ...over,
})
