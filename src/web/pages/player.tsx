import { trophiesQuery } from '../domains/cups/cup-queries.ts'
import { Trophies } from '../domains/cups/trophies.tsx'
import { PlayerActions } from '../domains/moderation/player-actions.tsx'
import { ProfileLayout } from '../domains/players/layouts/profile-layout.tsx'
import { playerData } from '../domains/players/player-data.ts'
import { playerDocument, shownInProfile } from '../domains/players/player-document.ts'
import { playerMeta } from '../domains/players/player-meta.ts'
import { PlayerShell } from '../domains/players/player-shell.tsx'
import { JsonLd } from '../platform/json-ld.tsx'
import { siteOf } from '../platform/meta.ts'
import { skipClientLoader } from '../platform/page-context.ts'
import { useSite } from '../platform/site.tsx'
import type { Route } from './+types/player.ts'

const pathOf = (id: number) => `/player/${id}`

export const loader = (request: Route.LoaderArgs) =>
  playerDocument(request, pathOf, (call, id, search) => [
    ...shownInProfile(call, id, search),
    trophiesQuery(call, id),
  ])
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) =>
  playerMeta(siteOf(matches), loaderData, params.id)

export default function Player({ params }: Route.ComponentProps) {
  const site = useSite()
  return (
    <PlayerShell idText={params.id} pathOf={pathOf} foot={(player) => <PlayerActions player={player} />}>
      {(known) => (
        <>
          <JsonLd data={playerData(site, known.player)} />
          <ProfileLayout {...known} trophies={<Trophies id={known.player.id} />} />
        </>
      )}
    </PlayerShell>
  )
}
