import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import type { BlockedMember } from '../../../../contract/accounts/blocks-schemas.ts'
import { api } from '../../../platform/api.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { ListStates } from '../../../ui/list/list-states.tsx'
import { PlayerLink } from '../../../ui/player-name.tsx'
import { ListedRank } from '../../../ui/rank-badge.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { blockedQuery } from './block-queries.ts'
import { useBlock } from './use-block.ts'

/** Whom the viewer blocked, newest first. */
export function BlockedList() {
  const { t } = useLingui()
  return (
    <ListStates
      query={useInfiniteQuery(blockedQuery(api))}
      loading={t`Loading members...`}
      failed={t`The members you blocked could not be loaded`}
      empty={
        <EmptyState icon={Ban} title={t`You have not blocked anybody`}>
          <p>
            <Trans>Block members on their pages, or in the menu of a post or comment.</Trans>
          </p>
        </EmptyState>
      }
    >
      {(blocked) => (
        <ol className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-ground-card">
          {blocked.map((one) => (
            <Row key={one.user.id} blocked={one} />
          ))}
        </ol>
      )}
    </ListStates>
  )
}

function Row({ blocked: { user, blockedAt } }: { blocked: BlockedMember }) {
  const { t } = useLingui()
  const { mutate, isPending } = useBlock(user)
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
        </div>
        <p className="text-ink-faint text-xs">
          <Trans>
            Blocked <RelativeTime iso={blockedAt} />
          </Trans>
        </p>
      </div>
      <Button
        look="quiet"
        size="sm"
        aria-label={t`Unblock ${{ username: user.username }}`}
        aria-disabled={isPending || undefined}
        onClick={() => !isPending && mutate('unblock')}
      >
        <Trans>Unblock</Trans>
      </Button>
    </li>
  )
}
