import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Trophy } from 'lucide-react'
import { Link } from 'react-router'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import { cupPath } from '../../../contract/cups/cups.ts'
import { linkTo } from '../../../contract/links.ts'
import type { MatchDetails } from '../../../contract/players/players-schemas.ts'
import { api } from '../../platform/api.ts'
import { useSay } from '../../platform/translation.tsx'
import { useViewer } from '../../platform/viewer.ts'
import { myCupQuery } from './cup-queries.ts'
import { matchPlace, roundName } from './cup-words.ts'
import { Dispute, disputableOf } from './dispute.tsx'

/** The cups that a match counts in, with its place in each bracket. */
export function CupsOfMatch({ match }: { match: MatchDetails }) {
  const { t } = useLingui()
  const say = useSay()
  if (match.cups.length === 0) return null
  return (
    <ul aria-label={t`Cups of this match`} className="grid gap-1">
      {match.cups.map(({ id, title, node }) => {
        const round = node?.id.split('.')[0] ?? ''
        const place =
          node &&
          matchPlace(
            roundName(
              node.rounds.map((one) => ({ id: one })),
              round,
            ),
            { id: node.id },
            say,
          )
        return (
          <li key={id} className="flex min-w-0 flex-wrap items-center gap-x-2">
            <Trophy aria-hidden className="size-4 shrink-0 text-ink-faint" />
            <Link
              to={node ? linkTo(cupPath(id), 'match', node.id) : cupPath(id)}
              className="wrap-anywhere text-ink underline underline-offset-4"
            >
              <bdi>{title}</bdi>
            </Link>
            {place && <span className="font-semibold">{place}</span>}
          </li>
        )
      })}
    </ul>
  )
}

/** Whether somebody played in a match. */
export const playsIn = ({ players }: MatchDetails, viewer: Pick<Viewer, 'id'> | null) =>
  players.some(({ user }) => user.id === viewer?.id)

/** For a side of a match of a cup, while its result can be disputed. */
export function DisputesOfMatch({ match }: { match: MatchDetails }) {
  const viewer = useViewer()
  return (
    playsIn(match, viewer) &&
    match.cups.map(({ id, node }) => node && <DisputeOfMatch key={id} cupId={id} node={node.id} />)
  )
}

function DisputeOfMatch({ cupId, node }: { cupId: number; node: string }) {
  const { data: mine } = useQuery(myCupQuery(api, cupId))
  const result = mine && disputableOf(mine, node)
  return result ? <Dispute cupId={cupId} result={result} /> : null
}
