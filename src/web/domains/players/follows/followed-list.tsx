import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { Link } from 'react-router'
import type { FollowedPlayer } from '../../../../contract/players/follows-schemas.ts'
import { api } from '../../../platform/api.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { ListStates } from '../../../ui/list/list-states.tsx'
import { PlayerLink } from '../../../ui/player-name.tsx'
import { ListedRank } from '../../../ui/rank-badge.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { followedQuery } from './follow-queries.ts'
import { useFollow } from './use-follow.ts'

/** Whom the viewer follows, newest first. */
export function FollowedList() {
  const { t } = useLingui()
  return (
    <ListStates
      query={useInfiniteQuery(followedQuery(api))}
      loading={t`Loading players...`}
      failed={t`The players you follow could not be loaded`}
      empty={
        <EmptyState icon={UserPlus} title={t`You do not follow anybody yet`}>
          <p>
            <Trans>
              Follow players on their pages.{' '}
              <Link to="/community" className="font-semibold text-ink underline underline-offset-4">
                Search for a player
              </Link>
            </Trans>
          </p>
        </EmptyState>
      }
    >
      {(followed) => (
        <ol className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-ground-card">
          {followed.map((one) => (
            <Row key={one.user.id} followed={one} />
          ))}
        </ol>
      )}
    </ListStates>
  )
}

function Row({ followed: { user, isMuted, followedAt } }: { followed: FollowedPlayer }) {
  const { t } = useLingui()
  const { username } = user
  const { mutate, isPending } = useFollow(user.id)
  const buttons = [
    isMuted
      ? ([t`Unmute`, t`Unmute ${username}`, 'unmute'] as const)
      : ([t`Mute`, t`Mute ${username}`, 'mute'] as const),
    [t`Unfollow`, t`Unfollow ${username}`, 'unfollow'],
  ] as const satisfies readonly (readonly [string, string, Parameters<typeof mutate>[0]])[]
  return (
    <li
      data-row
      tabIndex={-1}
      aria-busy={isPending || undefined}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5"
    >
      <Avatar username={user.username} avatarUrl={user.avatarUrl} />
      <div className="min-w-0 flex-1 basis-40">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <PlayerLink user={user} className="font-bold" />
          <ListedRank rank={user.rank} />
          {isMuted && (
            <Badge tone="quiet">
              <Trans>Muted</Trans>
            </Badge>
          )}
        </div>
        <p className="text-ink-faint text-xs">
          <Trans>
            Followed <RelativeTime iso={followedAt} />
          </Trans>
        </p>
      </div>
      <div className="flex gap-2">
        {buttons.map(([label, name, wish]) => (
          <Button
            key={label}
            look="quiet"
            size="sm"
            aria-label={name}
            aria-disabled={isPending || undefined}
            onClick={() => !isPending && mutate(wish)}
          >
            {label}
          </Button>
        ))}
      </div>
    </li>
  )
}
