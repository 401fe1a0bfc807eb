import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { deletedPlayerName } from '../../../contract/accounts/accounts.ts'
import { holds } from '../../../contract/accounts/ranks.ts'
import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import { parseId } from '../../../contract/ids.ts'
import { api } from '../../platform/api.ts'
import { useSite } from '../../platform/site.tsx'
import { useViewer } from '../../platform/viewer.ts'
import { BackToCommunity } from '../../ui/back-to-community.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { titleName } from '../../ui/title-name.ts'
import { PlayerProblem } from './player-problem.tsx'
import { playerQuery } from './player-queries.ts'
import { invalidId } from './problem.ts'
import { useLivePlayer } from './use-live-player.ts'
import { type KnownPlayer, usePlayerPage } from './use-player-page.ts'

interface PlayerShellProps {
  /** The id of the URL, not validated. */
  readonly idText: string | undefined
  /** The address of this layout, without the player's id. */
  readonly path: string
  readonly children: (known: KnownPlayer) => ReactNode
  /** Stands below every layout, and above it for staff, who come to act; from other features. */
  readonly foot?: ((player: PublicUser) => ReactNode) | undefined
}

/** What all player pages share: the way back, loading, what can go wrong, and ids that were merged. */
export function PlayerShell({ idText, path, children, foot }: PlayerShellProps) {
  const id = parseId(idText)
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-6 pb-12 sm:px-5">
      <BackToCommunity always />
      {id === null ? (
        <PlayerProblem problem={invalidId} />
      ) : (
        <FoundPlayer key={id} id={id} path={path} foot={foot}>
          {children}
        </FoundPlayer>
      )}
    </div>
  )
}

function FoundPlayer({
  id,
  path,
  children,
  foot,
}: Pick<PlayerShellProps, 'path' | 'children' | 'foot'> & { id: number }) {
  const { known, problem, retry } = usePlayerPage(id)
  useLivePlayer(id)
  const isWorking = holds(useViewer(), 'helper', 'moderation')
  const moved = known !== null && known.player.id !== id ? known.player : null
  useKeptAddress(moved, path)
  usePageTitle(known?.player.username)
  if (problem !== null) return <PlayerProblem problem={problem} onRetry={retry} />
  if (known === null || moved !== null) return <PlayerLoading />
  if (known.player.standing === 'deleted') return <DeletedPlayer />
  return (
    <>
      {foot !== undefined && isWorking && (
        // Its room is there before the buttons are: beside the way back where both fit.
        <div className="mt-4 flex min-h-9 justify-end max-sm:min-h-20 lg:-mt-9 lg:ms-52">
          {foot(known.player)}
        </div>
      )}
      <div className="mt-4">{children(known)}</div>
      {foot !== undefined && !isWorking && (
        <div className="mt-8 flex justify-end empty:hidden">{foot(known.player)}</div>
      )}
    </>
  )
}

/** An id that was merged leads to the account that was kept, as the document's redirect does. */
function useKeptAddress(moved: PublicUser | null, path: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { search } = useLocation()
  useEffect(() => {
    if (moved === null) return
    client.setQueryData(playerQuery(api, moved.id).queryKey, moved)
    void navigate(`${path}/${moved.id}${search}`, { replace: true })
  }, [moved, path, client, navigate, search])
}

function PlayerLoading() {
  return (
    <div className="mt-6 grid gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <p role="status" className="flex items-center gap-2 text-ink-soft text-sm lg:col-span-2">
        <Spinner className="text-ember" />
        <Trans>Loading player...</Trans>
      </p>
      <Skeleton className="h-[28rem]" />
      <div className="grid content-start gap-6">
        <Skeleton className="h-72" />
        <Skeleton className="h-48" />
      </div>
    </div>
  )
}

/** The title of a page whose name came after the page did; a document brings its own. */
function usePageTitle(name: string | undefined) {
  const site = useSite()
  useEffect(() => {
    if (name === undefined) return
    const before = document.title
    const ours = `${titleName(name)} · ${site.name}`
    document.title = ours
    return () => {
      // The next page may have set its own already.
      if (document.title === ours) document.title = before
    }
  }, [name, site.name])
}

/** In place of the profile of somebody who deleted the account. */
function DeletedPlayer() {
  return (
    <section className="mx-auto mt-8 grid max-w-xl justify-items-center gap-4 rounded-lg border border-line border-t-2 border-t-line-strong bg-ground-card px-6 py-14 text-center">
      <UserX aria-hidden className="size-10 text-ink-faint" />
      <h1 className="font-display text-5xl leading-none">{deletedPlayerName}</h1>
      <p className="text-ink-soft leading-relaxed">
        <Trans>The owner deleted this account. Its matches stay in the history of the other players.</Trans>
      </p>
      <Button asChild look="quiet" className="mt-2">
        <Link to="/community">
          <Trans>Search for a player</Trans>
        </Link>
      </Button>
    </section>
  )
}
