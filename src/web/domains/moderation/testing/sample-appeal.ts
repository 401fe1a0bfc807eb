import type { Appeal } from '../../../../contract/moderation/appeals-schemas.ts'

const at = '2026-01-05T15:04:00.000Z'

export const anAppeal = (over: Partial<Appeal> = {}): Appeal => ({
  id: 3,
  state: 'open',
  isFinal: false,
  about: {
    punishmentId: '3f0e4a5c-7c55-4c3a-9a53-0d8f3d2b1a10',
    kind: 'ban',
    reason: 'Fly hacks',
    at,
    until: null,
    state: 'active',
  },
  note: null,
  createdAt: at,
  changedAt: at,
  messages: [{ id: 1, isStaff: false, text: 'I was lagging.', createdAt: at, author: null }],
  player: { id: 40, username: 'Alexandra', rank: 'Gold' },
  issuerId: null,
  issuer: 'GuardBot',
  reviewer: null,
  ...over,
})
