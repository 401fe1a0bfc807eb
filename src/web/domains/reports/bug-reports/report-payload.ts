import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import type { NewReport } from '../../../../contract/reports/reports-schemas.ts'

/** What is sent. Who reports and the status are the server's to decide; a link that is empty is left out. */
export function payloadOf(viewer: Pick<OwnUser, 'id' | 'username'>, values: NewReport) {
  const { gameMode, reason, details, severity, mediaLink } = values
  return {
    type: 'bug' as const,
    userId: viewer.id,
    reportedByUserId: viewer.id,
    username: viewer.username || 'Anonymous',
    gameMode,
    reason,
    details,
    severity,
    ...(mediaLink ? { mediaLink } : {}),
    status: 'pending' as const,
  }
}

export type ReportPayload = ReturnType<typeof payloadOf>
