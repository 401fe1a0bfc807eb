import { PlayerActions } from '../domains/moderation/player-actions.tsx'
import { SheetLayout } from '../domains/players/layouts/sheet-layout.tsx'
import { playerDocument } from '../domains/players/player-document.ts'
import { playerMeta } from '../domains/players/player-meta.ts'
import { PlayerShell } from '../domains/players/player-shell.tsx'
import { siteOf } from '../platform/meta.ts'
import { skipClientLoader } from '../platform/page-context.ts'
import type { Route } from './+types/player-direct.ts'

const pathOf = (id: number) => `/player-direct/${id}`

export const loader = (request: Route.LoaderArgs) => playerDocument(request, pathOf)
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) =>
  playerMeta(siteOf(matches), loaderData, params.id, { alternate: true })

export default function PlayerDirect({ params }: Route.ComponentProps) {
  return (
    <PlayerShell idText={params.id} pathOf={pathOf} foot={(player) => <PlayerActions player={player} />}>
      {(known) => <SheetLayout {...known} />}
    </PlayerShell>
  )
}
