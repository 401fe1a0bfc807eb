import { PlayerActions } from '../domains/moderation/player-actions.tsx'
import { PosterLayout } from '../domains/players/layouts/poster-layout.tsx'
import { playerDocument } from '../domains/players/player-document.ts'
import { playerMeta } from '../domains/players/player-meta.ts'
import { PlayerStage } from '../domains/players/player-stage.tsx'
import { siteOf } from '../platform/meta.ts'
import { stayHere } from '../platform/page-context.ts'
import type { Route } from './+types/player-new.ts'

const pathOf = (id: number) => `/player-new/${id}`

export const loader = (request: Route.LoaderArgs) => playerDocument(request, pathOf)
export const clientLoader = stayHere

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) =>
  playerMeta(siteOf(matches), loaderData, params.id, { alternate: true })

export default function PlayerNew({ params }: Route.ComponentProps) {
  return (
    <PlayerStage idText={params.id} pathOf={pathOf} foot={(player) => <PlayerActions player={player} />}>
      {(known) => <PosterLayout {...known} />}
    </PlayerStage>
  )
}
