import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import { parseId } from '../../../contract/ids.ts'
import { api } from '../../platform/api.ts'
import { BackToCommunity } from './back-to-community.tsx'
import { DeletedPlayer } from './deleted-player.tsx'
import { PlayerLoading } from './player-loading.tsx'
import { PlayerProblem } from './player-problem.tsx'
import { playerQuery } from './player-queries.ts'
import { invalidId } from './problem.ts'
import { usePageTitle } from './use-page-title.ts'
import { type KnownPlayer, usePlayerPage } from './use-player-page.ts'

interface PlayerStageProps {
  /** The id as it stands in the address. */
  readonly idText: string | undefined
  /** The address of this layout for a player. */
  readonly pathOf: (id: number) => string
  readonly children: (known: KnownPlayer) => ReactNode
  /** Stands below every layout; from other features. */
  readonly foot?: ((player: PublicUser) => ReactNode) | undefined
}

/** What all player pages share: the way back, loading, what can go wrong, and ids that were merged. */
export function PlayerStage({ idText, pathOf, children, foot }: PlayerStageProps) {
  const id = parseId(idText)
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-6 pb-12 sm:px-5">
      <BackToCommunity />
      {id === null ? (
        <PlayerProblem problem={invalidId} />
      ) : (
        <FoundPlayer key={id} id={id} pathOf={pathOf} foot={foot}>
          {children}
        </FoundPlayer>
      )}
    </div>
  )
}

function FoundPlayer({
  id,
  pathOf,
  children,
  foot,
}: Pick<PlayerStageProps, 'pathOf' | 'children' | 'foot'> & { id: number }) {
  const { known, problem, retry } = usePlayerPage(id)
  const moved = known !== null && known.player.id !== id ? known.player : null
  useKeptAddress(moved, pathOf)
  usePageTitle(known?.player.username)
  if (problem !== null) return <PlayerProblem problem={problem} onRetry={retry} />
  if (known === null || moved !== null) return <PlayerLoading />
  if (known.player.standing === 'deleted') return <DeletedPlayer />
  return (
    <>
      <div className="mt-6">{children(known)}</div>
      {foot !== undefined && <div className="mt-8 flex justify-end empty:hidden">{foot(known.player)}</div>}
    </>
  )
}

/** An id that was merged leads to the account that was kept, as the document's redirect does. */
function useKeptAddress(moved: PublicUser | null, pathOf: (id: number) => string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { search } = useLocation()
  useEffect(() => {
    if (moved === null) return
    client.setQueryData(playerQuery(api, moved.id).queryKey, moved)
    void navigate(pathOf(moved.id) + search, { replace: true })
  }, [moved, pathOf, client, navigate, search])
}
