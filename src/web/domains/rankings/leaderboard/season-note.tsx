import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Season } from '../../../../contract/rankings/seasons-schemas.ts'
import { api } from '../../../platform/api.ts'
import { useClock } from '../../../ui/relative-time.tsx'
import { seasonsQuery } from '../seasons/season-queries.ts'
import { daysLeft } from '../seasons/season-time.tsx'
import { type BoardChoice, boardAddress } from './board-choice.ts'

const link = 'inline-flex min-h-8 items-center text-ember-bright underline-offset-4 hover:underline'

/** Which season a rating board shows, and the ways to others. Nothing while a site has no seasons. */
export function SeasonNote({ choice }: { choice: BoardChoice }) {
  const { data: seasons } = useQuery(seasonsQuery(api))
  const now = useClock()
  if (seasons === undefined || seasons.length === 0) return null
  const shown = seasons.find(({ id, state }) =>
    choice.season === null ? state === 'running' : id === choice.season,
  )
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-soft text-sm">
      <span>{shown === undefined ? 'Between seasons' : <SeasonText season={shown} now={now} />}</span>
      {choice.season !== null && (
        <Link to={boardAddress({ ...choice, season: null, page: 1 })} preventScrollReset className={link}>
          Current board
        </Link>
      )}
      <Link to="/seasons" className={link}>
        All seasons
      </Link>
    </p>
  )
}

function SeasonText({ season, now }: { season: Season; now: number | null }) {
  const { name, state } = season
  return (
    <>
      <bdi className="font-bold text-ink">{name}</bdi>
      {state === 'running' && now !== null && `, ${daysLeft(season, now)}`}
      {state === 'closing' && ', final within a day'}
      {state === 'closed' && ', final standings'}
    </>
  )
}
