import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Season } from '../../../../contract/rankings/seasons-schemas.ts'
import { api } from '../../../platform/api.ts'
import { useClock } from '../../../platform/live/server-clock.ts'
import { seasonsQuery } from '../seasons/season-queries.ts'
import { daysUntil } from '../seasons/season-time.tsx'
import { type BoardChoice, boardAddress } from './board-choice.ts'

const link = 'inline-flex min-h-8 shrink-0 items-center text-ink underline underline-offset-4'

/** Which season a rating board shows, and the ways to others. Its line is there before it is known, and without seasons. */
export function SeasonNote({ choice }: { choice: BoardChoice }) {
  const { data: seasons } = useQuery(seasonsQuery(api))
  const now = useClock()
  if (seasons === undefined || seasons.length === 0) return <p className="min-h-8 max-sm:w-full" />
  const shown = seasons.find(({ id, state }) =>
    choice.season === null ? state === 'running' : id === choice.season,
  )
  return (
    <p className="flex min-w-0 items-center gap-x-4 gap-y-1 text-ink-soft text-sm max-sm:w-full sm:flex-wrap">
      <span className="max-sm:truncate">
        {shown === undefined ? <Trans>Between seasons</Trans> : <SeasonText season={shown} now={now} />}
      </span>
      {choice.season !== null && (
        <Link to={boardAddress({ ...choice, season: null, page: 1 })} preventScrollReset className={link}>
          <Trans>Current board</Trans>
        </Link>
      )}
      <Link to="/seasons" className={link}>
        <Trans>All seasons</Trans>
      </Link>
    </p>
  )
}

function SeasonText({ season, now }: { season: Season; now: number | null }) {
  const { name, state } = season
  const shown = <bdi className="font-bold text-ink">{name}</bdi>
  if (state === 'running' && now !== null) {
    const days = daysUntil(season.endsAt, now)
    return (
      <Trans>
        {shown}, <Plural value={days} one="# day left" other="# days left" />
      </Trans>
    )
  }
  if (state === 'closing') return <Trans>{shown}, final within a day</Trans>
  if (state === 'closed') return <Trans>{shown}, final standings</Trans>
  return shown
}
