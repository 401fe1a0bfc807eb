import { Trans, useLingui } from '@lingui/react/macro'
import { BadgeCheck, LogOut, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { classes } from '../../../ui/classes.ts'
import { fewBlankLines } from '../../../ui/form/few-blank-lines.ts'
import { RankBadge } from '../../../ui/rank-badge.tsx'
import { RankBanner } from '../../../ui/rank-banner.tsx'
import { Time } from '../../../ui/time.tsx'

/** When the member last signed in; one variant of the response calls the field `lastLoginAt`. */
const lastLoginOf = (member: OwnUser & { readonly lastLoginAt?: string | null }) =>
  member.lastLogin ?? member.lastLoginAt ?? null

export interface PlayerCardProps {
  readonly member: OwnUser
  readonly onLogout: () => void
  /** Further actions, above the logout button. */
  readonly children?: ReactNode
}

/** The member at a glance, under a banner in the colour of their rank. */
export function PlayerCard({ member, onLogout, children }: PlayerCardProps) {
  const { t } = useLingui()
  const lastLogin = lastLoginOf(member)
  return (
    <Card className="overflow-hidden p-0!">
      <RankBanner rank={member.rank} />
      <div className="px-5 pb-6 sm:px-6">
        <Avatar
          username={member.username}
          avatarUrl={member.avatarUrl}
          size="xl"
          className="-mt-12 relative"
        />
        <h1 className="wrap-anywhere mt-4 font-display text-4xl leading-none">
          <bdi>{member.username}</bdi>
        </h1>
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
          <RankBadge rank={member.rank} />
          {member.gamertag !== null && <Gamertag name={member.gamertag} />}
        </div>
        <p
          dir="auto"
          className={classes(
            'mt-4 wrap-anywhere whitespace-pre-wrap text-sm leading-relaxed',
            !member.bio && 'text-ink-faint',
          )}
        >
          {member.bio ? fewBlankLines(member.bio) : t`No bio yet.`}
        </p>
        <dl className="mt-5 grid gap-3 border-line border-t pt-5 text-sm">
          <Fact label={t`Member since`}>
            <Time iso={member.createdAt} />
          </Fact>
          <Fact label={t`Last login`}>{lastLogin === null ? t`Never` : <Time iso={lastLogin} />}</Fact>
          <Fact label={t`Discord tag`}>{member.discordTag ?? t`Not set`}</Fact>
        </dl>
        <div className="mt-6 grid gap-3">
          <Button asChild look="quiet">
            <Link to={`/player/${member.id}`}>
              <UserRound aria-hidden className="size-4" />
              <Trans>Your public page</Trans>
            </Link>
          </Button>
          {children}
          <Button look="quiet" variant="red" onClick={onLogout}>
            <LogOut aria-hidden className="size-4" />
            <Trans>Logout</Trans>
          </Button>
        </div>
      </div>
    </Card>
  )
}

function Gamertag({ name }: { name: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-sm">
      <BadgeCheck aria-hidden className="size-4 shrink-0 text-good" />
      <span className="sr-only">
        <Trans>Verified gamertag:</Trans>
      </span>
      <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
    </span>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-ink-faint">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
