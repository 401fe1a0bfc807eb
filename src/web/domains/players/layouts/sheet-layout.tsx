import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useLocale } from '../../../platform/translation.tsx'
import { RankBadge } from '../../../ui/rank-badge.tsx'
import { RecentMatches } from '../../matches/recent-matches.tsx'
import { ClaimPlayer } from '../claim-player.tsx'
import { figures } from '../figures.ts'
import { GameTypeTable } from '../game-type-table.tsx'
import { PlayerFacts } from '../player-facts.tsx'
import { PlayerHeading } from '../player-heading.tsx'
import { PointsOverTime } from '../points/points-over-time.tsx'
import type { KnownPlayer } from '../use-player-page.ts'

/** /player-direct/{id}: a plain sheet to read from top to bottom, every figure in words and lines. */
export function SheetLayout({ player, stats }: KnownPlayer) {
  const locale = useLocale()
  const { t } = useLingui()
  return (
    <article className="mx-auto max-w-2xl">
      <header className="border-line-strong border-b-2 pb-5">
        <PlayerHeading player={player} className="text-5xl" />
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <RankBadge rank={player.rank} />
          {player.bio && (
            <p dir="auto" className="wrap-anywhere min-w-0 text-ink-soft text-sm">
              {player.bio}
            </p>
          )}
        </div>
        <ClaimPlayer player={player} className="mt-4" />
      </header>
      <Part>
        <dl className="columns-1 gap-x-12 sm:columns-2">
          {figures.map(({ label, text, of }) => (
            <div
              key={label}
              className="flex break-inside-avoid justify-between gap-4 border-line border-b py-2 tabular-nums"
            >
              <dt className="text-ink-soft">{t(text)}</dt>
              <dd className="font-bold">{of(stats, locale)}</dd>
            </div>
          ))}
        </dl>
      </Part>
      <Part>
        <PointsOverTime id={player.id} />
      </Part>
      <Part>
        <GameTypeTable id={player.id} />
      </Part>
      <Part>
        <RecentMatches id={player.id} />
      </Part>
      <Part>
        <PlayerFacts player={player} />
      </Part>
    </article>
  )
}

const Part = ({ children }: { children: ReactNode }) => <div className="py-7">{children}</div>
