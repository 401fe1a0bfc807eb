import type { RequiredArea } from '../accounts/areas.ts'
import { holds, type Power, type Viewer } from '../accounts/ranks.ts'

/** Pages of the staff area, with what opens them. Their loaders, the menu and all links to them ask `canOpen`. */
const staffPages = {
  '/admin': ['helper', 'any'],
  '/staff-reports': ['helper', 'reports'],
  '/admin/applications': ['helper', 'applications'],
  '/admin/moderation': ['helper', 'moderation'],
  '/admin/appeals': ['helper', 'appeals'],
  '/admin/punishments': ['helper', 'moderation'],
  '/admin/rulings': ['helper', 'moderation'],
  '/admin/messages': ['helper', 'reports'],
  '/admin/events': ['helper', 'events'],
  '/admin/news': ['admin', 'news'],
  '/admin/practice': ['helper', 'modes'],
  '/admin/seasons': ['admin', 'modes'],
  '/admin/discord': ['admin', 'settings'],
  '/admin/webhooks': ['admin', 'settings'],
  '/admin/members': ['helper', 'members'],
  '/admin/handbook': ['helper', 'any'],
  '/admin/numbers': ['admin', 'all'],
  '/admin/settings': ['admin', 'settings'],
  '/admin/settings/ranks': ['manager', 'settings'],
  '/admin/settings/game-servers': ['manager', 'settings'],
  '/admin/settings/invites': ['manager', 'settings'],
  '/admin/settings/backups': ['manager', 'settings'],
  '/admin/audit': ['admin', 'all'],
  '/admin/keys': ['helper', 'any'],
} as const satisfies Readonly<Record<string, readonly [Power, RequiredArea]>>

export type StaffPage = keyof typeof staffPages

export function canOpen(viewer: Viewer | null, page: StaffPage): boolean {
  const [power, area] = staffPages[page]
  return holds(viewer, power, area)
}
