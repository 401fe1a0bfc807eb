import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { boardLabel } from '../../../contract/network/modes.ts'
import type { Place } from '../../../contract/players/players-schemas.ts'
import { api } from '../../platform/api.ts'
import { useSite } from '../../platform/site.tsx'
import { useLocale } from '../../platform/translation.tsx'
import { Card } from '../../ui/card.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { Loaded } from '../../ui/list/loaded.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PlayerLink } from '../../ui/player-name.tsx'
import { ModeGlyph } from '../network/practice/mode-glyph.tsx'
import { placesQuery } from './player-queries.ts'

/** Where a player stands by points in each mode, and how far the next place is; nothing for who never played. */
export function Places({ id }: { id: number }) {
  const { t } = useLingui()
  const query = useQuery(placesQuery(api, id))
  return (
    <Loaded query={query} loading={<Skeleton className="h-40" />} failed={t`Failed to load the places.`}>
      {(places) =>
        places.length > 0 && (
          <Card>
            <h2 className="font-display text-3xl leading-none">
              <Trans>Places</Trans>
            </h2>
            <ul className="mt-4 grid gap-px overflow-hidden rounded-md border border-line bg-line grid-cols-2 lg:grid-cols-1">
              {places.map((place) => (
                <PlaceTile key={place.gameType} {...place} />
              ))}
            </ul>
          </Card>
        )
      }
    </Loaded>
  )
}

function PlaceTile({ gameType, position, points, ahead }: Place) {
  const locale = useLocale()
  const { boards } = useSite()
  return (
    <li className="grid content-start gap-1 bg-ground-card px-3 py-2.5 sm:px-4 sm:py-3 max-lg:last:odd:col-span-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Link
          to={`/leaderboards?gameType=${gameType}`}
          className="flex min-w-0 items-center gap-2 font-bold underline-offset-4 hover:underline"
        >
          <ModeGlyph mode={gameType} className="size-4.5" />
          {boardLabel(boards, { gameType })}
        </Link>
        <span className="font-display text-2xl tabular-nums leading-none">
          #{formatCount(position, locale)}
        </span>
      </div>
      <p className="text-ink-soft text-sm tabular-nums">
        <Plural value={points} one="# point" other="# points" />
      </p>
      <p className="wrap-anywhere text-ink-soft text-sm tabular-nums">
        {ahead === null ? (
          <Trans>Nobody is ahead</Trans>
        ) : (
          <Ahead
            gap={ahead.points - points}
            place={formatCount(position - 1, locale)}
            player={<PlayerLink user={ahead.user} className="font-semibold" />}
          />
        )}
      </p>
    </li>
  )
}

const Ahead = ({ gap, place, player }: { gap: number; place: string; player: ReactNode }) =>
  gap === 0 ? (
    <Trans>
      Level with #{place}, {player}
    </Trans>
  ) : (
    <Trans>
      <Plural value={gap} one="# point" other="# points" /> to #{place}, {player}
    </Trans>
  )
