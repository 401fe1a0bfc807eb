import { Trans, useLingui } from '@lingui/react/macro'
import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Member } from '../../../../contract/accounts/members-schemas.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { FormerName } from '../../../ui/former-name.tsx'
import { RankBadge } from '../../../ui/rank-badge.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Time } from '../../../ui/time.tsx'
import { RankDialog } from './rank-dialog.tsx'

/** A member with the actions that the viewer may take. */
export function MemberRow({ member, actions }: { member: Member; actions: ReactNode }) {
  const { t } = useLingui()
  const { id, username, avatarUrl, rank, linked } = member
  return (
    <li
      data-row
      tabIndex={-1}
      className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3.5 gap-y-2.5 px-4 py-2.5 md:col-span-4 md:grid-cols-subgrid"
    >
      <Avatar username={username} avatarUrl={avatarUrl} />
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-2">
          <Link
            to={`/player/${id}`}
            className="min-w-0 truncate font-bold underline-offset-4 hover:text-ember-bright hover:underline"
          >
            <bdi>{username}</bdi>
          </Link>
          {linked && <BadgeCheck role="img" aria-label={t`Linked`} className="size-4 shrink-0 text-good" />}
          <RankBadge rank={rank} className="md:hidden" />
        </p>
        {member.formerName !== undefined && (
          <p>
            <FormerName name={member.formerName} />
          </p>
        )}
        <Presence member={member} />
        <Restricted member={member} />
        {member.awaitsConfirmation && (
          <p className="text-bad text-xs leading-5">
            <Trans>recovered with a code, waits for confirmation</Trans>
          </p>
        )}
      </div>
      <RankBadge rank={rank} className="max-md:hidden md:justify-self-start" />
      <div className="col-span-2 flex flex-wrap gap-2 md:col-span-1 md:col-start-4 md:justify-end">
        <RankDialog member={member} />
        {actions}
      </div>
    </li>
  )
}

function Presence({ member: { createdAt, lastSeen } }: { member: Member }) {
  return (
    <p className="flex flex-wrap gap-x-3 text-ink-faint text-xs leading-5">
      <span>
        <Trans>
          joined <RelativeTime iso={createdAt} />
        </Trans>
      </span>
      {lastSeen !== null && (
        <span>
          <Trans>
            seen <RelativeTime iso={lastSeen} />
          </Trans>
        </span>
      )}
    </p>
  )
}

function Restricted({ member: { restriction } }: { member: Member }) {
  if (restriction === null) return null
  const { until, reason } = restriction
  return (
    <p className="wrap-anywhere text-bad text-xs leading-5">
      {until === null ? (
        <Trans>
          restricted for good: <bdi>{reason}</bdi>
        </Trans>
      ) : (
        <Trans>
          restricted until <Time iso={until} />: <bdi>{reason}</bdi>
        </Trans>
      )}
    </p>
  )
}
