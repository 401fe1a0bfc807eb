import { isAdmin, isStaff, type Viewer } from '../accounts/ranks.ts'

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
export const applicationsPage = { usual: 50, most: 200 } as const

export const adminNotesLimit = 5_000

/** Neither accepted nor rejected: a second one for the same position has to wait. */
export const isOpenApplication = (status: ApplicationStatus) => status !== 'accepted' && status !== 'rejected'

/** At most this many of a member's own applications are listed, the newest first. */
export const ownApplications = 20

/** Any staff member, but nobody about their own application. */
export const canDecideApplication = (
  viewer: Viewer | null,
  application: { readonly user_id: number | null },
) => isStaff(viewer) && viewer?.id !== application.user_id

/** Only Admin, Manager and Owner; any staff member reads and decides. */
export const canDeleteApplications = (viewer: Viewer | null) => isAdmin(viewer)

/** How far the clock of a sender may be off, and how long a signature can be used, in seconds. */
export const webhookToleranceSeconds = 300
