import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { BellOff, BellRing, UserCheck, UserPlus } from 'lucide-react'
import type { PublicUser } from '../../../../contract/accounts/users-schemas.ts'
import { canFollow } from '../../../../contract/players/follows.ts'
import { api } from '../../../platform/api.ts'
import { showSignInToast } from '../../../platform/sign-in-toast.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { followQuery } from './follow-queries.ts'
import { signInToFollow, useFollow } from './use-follow.ts'

type Followable = Pick<PublicUser, 'id' | 'username'>

/** Follow, or unfollow and mute; a visitor is asked to sign in, and nobody follows themselves. */
export function FollowButton({ player, className }: { player: Followable; className?: string }) {
  const { t } = useLingui()
  const viewer = useViewer()
  if (!canFollow(viewer, player.id)) return null
  return (
    <div className={classes('flex flex-wrap gap-2', className)}>
      {viewer === null ? (
        <Button size="sm" onClick={() => showSignInToast(t(signInToFollow))}>
          <UserPlus aria-hidden className="size-4" />
          <Trans>Follow</Trans>
        </Button>
      ) : (
        <MemberButtons key={viewer.id} player={player} />
      )}
    </div>
  )
}

function MemberButtons({ player: { id, username } }: { player: Followable }) {
  const { data, isPending } = useQuery(followQuery(api, id))
  const follow = useFollow(id)
  const choose = (wish: Parameters<typeof follow.mutate>[0]) => !isPending && follow.mutate(wish)
  const { isFollowing = false, isMuted = false } = data ?? {}
  return (
    <>
      <Button
        size="sm"
        look={isFollowing ? 'quiet' : 'solid'}
        aria-disabled={isPending || undefined}
        onClick={() => choose(isFollowing ? 'unfollow' : 'follow')}
      >
        {isFollowing ? (
          <UserCheck aria-hidden className="size-4" />
        ) : (
          <UserPlus aria-hidden className="size-4" />
        )}
        {isFollowing ? <Trans>Unfollow</Trans> : <Trans>Follow</Trans>}
      </Button>
      {isFollowing && (
        <Button
          size="sm"
          look="quiet"
          aria-disabled={isPending || undefined}
          onClick={() => choose(isMuted ? 'unmute' : 'mute')}
        >
          {isMuted ? <BellRing aria-hidden className="size-4" /> : <BellOff aria-hidden className="size-4" />}
          {isMuted ? <Trans>Unmute</Trans> : <Trans>Mute</Trans>}
        </Button>
      )}
      <span role="status" className="sr-only">
        {isFollowing &&
          (isMuted ? (
            <Trans>
              You follow <bdi>{username}</bdi>, muted
            </Trans>
          ) : (
            <Trans>
              You follow <bdi>{username}</bdi>
            </Trans>
          ))}
      </span>
    </>
  )
}
