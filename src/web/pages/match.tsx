import { myCupQuery } from '../domains/cups/cup-queries.ts'
import { CupsOfMatch, DisputesOfMatch, playsIn } from '../domains/cups/cups-of-match.tsx'
import { matchDocument } from '../domains/matches/match-document.ts'
import { matchMeta } from '../domains/matches/match-meta.ts'
import { MatchShell } from '../domains/matches/match-shell.tsx'
import { siteOf } from '../platform/navigation/meta.ts'
import { pageContext, skipClientLoader } from '../platform/navigation/page-context.ts'
import type { Route } from './+types/match.ts'

export const loader = ({ context, params }: Route.LoaderArgs) =>
  matchDocument(context, params.id, (call, match) =>
    playsIn(match, context.get(pageContext).viewer) ? match.cups.map(({ id }) => myCupQuery(call, id)) : [],
  )
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) =>
  matchMeta(siteOf(matches), loaderData, params.id)

export default function Match({ params }: Route.ComponentProps) {
  return (
    <MatchShell
      idText={params.id}
      cups={(match) => <CupsOfMatch match={match} />}
      actions={(match) => <DisputesOfMatch match={match} />}
    />
  )
}
