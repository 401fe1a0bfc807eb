import { trophiesQuery } from '../../domains/cups/cup-queries.ts'
import { Trophies } from '../../domains/cups/trophies.tsx'
import { PlayerActions } from '../../domains/moderation/player-actions.tsx'
import { ProfileLayout } from '../../domains/players/layouts/profile-layout.tsx'
import { playerTabIn } from '../../domains/players/layouts/tabs.ts'
import { playerData } from '../../domains/players/player-data.ts'
import { playerLoader, shownInProfile } from '../../domains/players/player-document.ts'
import { playerMeta } from '../../domains/players/player-meta.ts'
import { PlayerShell } from '../../domains/players/player-shell.tsx'
import { JsonLd } from '../../platform/navigation/json-ld.tsx'
import { siteOf } from '../../platform/navigation/meta.ts'
import { skipClientLoader } from '../../platform/navigation/page-context.ts'
import { useSite } from '../../platform/site.tsx'
import type { Route } from './+types/player.ts'

const path = '/player'

export const loader = playerLoader(path, (call, id, search) => [
  ...shownInProfile(call, id, search),
  ...(playerTabIn(search) === 'details' ? [trophiesQuery(call, id)] : []),
])
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) =>
  playerMeta(siteOf(matches), loaderData, params.id)

export default function Player({ params }: Route.ComponentProps) {
  const site = useSite()
  return (
    <PlayerShell idText={params.id} path={path} foot={(player) => <PlayerActions player={player} />}>
      {(known) => (
        <>
          <JsonLd data={playerData(site, known.player)} />
          <ProfileLayout {...known} trophies={<Trophies id={known.player.id} />} />
        </>
      )}
    </PlayerShell>
  )
}
