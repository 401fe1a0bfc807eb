import type { ApplicationStatus } from '../../../../contract/applications/applications-schemas.ts'
import type { BadgeTone } from '../../../ui/badge.tsx'

/** Every status has a colour of its own, on its badge and on the edge of its card. */
export const statusTone = {
  pending: 'gold',
  reviewing: 'blue',
  interview: 'purple',
  accepted: 'good',
  rejected: 'bad',
  onhold: 'quiet',
} as const satisfies Record<ApplicationStatus, BadgeTone>

export const statusEdge: Readonly<Record<ApplicationStatus, string>> = {
  pending: 'border-s-rank-gold',
  reviewing: 'border-s-rank-moderator',
  interview: 'border-s-rank-manager',
  accepted: 'border-s-good',
  rejected: 'border-s-bad',
  onhold: 'border-s-ink-soft',
}
