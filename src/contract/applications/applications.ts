import { holds, type Rank, type Viewer } from '../accounts/ranks.ts'
import type { ApplicationPosition } from './application-options.ts'

export const applicationStatuses = [
  'pending',
  'reviewing',
  'accepted',
  'rejected',
  'interview',
  'onhold',
] as const

export type ApplicationStatus = (typeof applicationStatuses)[number]

/** Default and largest page of applications (docs/spec/rulings.md, Lists are bounded). */
export const applicationsPage = { default: 50, max: 200 } as const

export const adminNotesLimit = 5_000

/** Open means neither accepted nor rejected. A member has at most one open application for a position. */
export const isOpenApplication = (status: ApplicationStatus) => status !== 'accepted' && status !== 'rejected'

/** Maximum number of own applications that a member sees; the newest are listed. */
export const maxOwnApplications = 20

/** Staff decide any application but their own. */
export const canDecideApplication = (
  viewer: Viewer | null,
  application: { readonly user_id: number | null },
) => holds(viewer, 'helper', 'applications') && viewer?.id !== application.user_id

/** The rank that a position has on the site; builders and designers have none of their own. */
export const rankOfPosition: Readonly<Partial<Record<ApplicationPosition, Rank>>> = { helper: 'Helper' }

/** Staff read and decide applications; only admins delete them. */
export const canDeleteApplications = (viewer: Viewer | null) => holds(viewer, 'admin', 'applications')

/** Maximum age of a signature in seconds, in both directions. */
export const webhookToleranceSeconds = 300
