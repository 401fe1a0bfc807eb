import type { ComponentType } from 'react'
import { type MetaArgs, useParams } from 'react-router'
import { PlayerActions } from '../../domains/moderation/player-actions.tsx'
import type { playerLoader } from '../../domains/players/player-document.ts'
import { playerMeta } from '../../domains/players/player-meta.ts'
import { PlayerShell } from '../../domains/players/player-shell.tsx'
import type { KnownPlayer } from '../../domains/players/use-player-page.ts'
import { siteOf } from '../../platform/navigation/meta.ts'

/** The `meta` of every layout except /player/{id}, which search engines list instead. */
export const alternateMeta = ({ matches, loaderData, params }: MetaArgs<ReturnType<typeof playerLoader>>) =>
  playerMeta(siteOf(matches), loaderData, params.id, { alternate: true })

/** A page that shows a player in `Layout`. */
export const playerPage = (path: string, Layout: ComponentType<KnownPlayer>) =>
  function PlayerPage() {
    return (
      <PlayerShell idText={useParams().id} path={path} foot={(player) => <PlayerActions player={player} />}>
        {(known) => <Layout {...known} />}
      </PlayerShell>
    )
  }
