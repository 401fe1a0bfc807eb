import { useLingui } from '@lingui/react/macro'
import { useLocale } from '../../../platform/translation.tsx'
import { Accordion, AccordionSection } from '../../../ui/accordion.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { classes } from '../../../ui/classes.ts'
import { fewBlankLines } from '../../../ui/form/few-blank-lines.ts'
import { formatCount } from '../../../ui/format-count.ts'
import { RankBadge } from '../../../ui/rank-badge.tsx'
import { rankColour, rankStyle } from '../../../ui/rank-colour.ts'
import { RecentMatches } from '../../matches/recent-matches.tsx'
import { ClaimPlayer } from '../claim-player.tsx'
import { FigureGrid } from '../figure-grid.tsx'
import { GameTypeTiles } from '../game-type-tiles.tsx'
import { PlayerFacts } from '../player-facts.tsx'
import { PlayerHeading } from '../player-heading.tsx'
import { PointsOverTime } from '../points/points-over-time.tsx'
import type { KnownPlayer } from '../use-player-page.ts'

/** /player-final/{id}: a fighter's card with wins and losses large, the rest to unfold below. */
export function FighterLayout({ player, stats }: KnownPlayer) {
  const { t } = useLingui()
  return (
    <div className="mx-auto grid max-w-3xl gap-8">
      <header
        className={classes(
          'relative grid justify-items-center border-4 border-current bg-ground-card px-4 pt-8 pb-6 text-center sm:px-10',
          rankColour(player.rank),
        )}
        style={rankStyle(player.rank)}
      >
        <div className="grid w-full grid-cols-[1fr_auto_1fr] items-center gap-3 sm:gap-8">
          <BigCount label={t`Wins`} count={stats.wins} />
          <Avatar username={player.username} avatarUrl={player.avatarUrl} size="xl" />
          <BigCount label={t`Losses`} count={stats.losses} />
        </div>
        <PlayerHeading player={player} className="mt-6 max-w-full text-5xl text-ink sm:text-6xl" />
        <RankBadge rank={player.rank} className="mt-4" />
        {player.bio && (
          <p dir="auto" className="wrap-anywhere mt-4 max-w-prose whitespace-pre-wrap text-ink-soft text-sm">
            {fewBlankLines(player.bio)}
          </p>
        )}
        <ClaimPlayer player={player} className="mt-5 text-start" />
      </header>
      <RecentMatches id={player.id} />
      <Accordion defaultOpen="figures">
        <AccordionSection value="figures" title={t`Stats`} headingLevel="h2">
          <FigureGrid
            stats={stats}
            show={[
              'Total games',
              'Win rate',
              'K/D',
              'Kills',
              'Deaths',
              'Assists',
              'Win streak',
              'Best streak',
            ]}
            className="grid-cols-2 sm:grid-cols-4"
          />
        </AccordionSection>
        <AccordionSection value="types" title={t`Game types`} headingLevel="h2">
          <GameTypeTiles id={player.id} />
        </AccordionSection>
        <AccordionSection value="points" title={t`Points`} headingLevel="h2">
          <PointsOverTime id={player.id} />
        </AccordionSection>
        <AccordionSection value="account" title={t`Account`} headingLevel="h2">
          <PlayerFacts player={player} />
        </AccordionSection>
      </Accordion>
    </div>
  )
}

function BigCount({ label, count }: { label: string; count: number }) {
  const locale = useLocale()
  return (
    <p className="grid gap-1">
      <span className="font-display text-5xl text-ink tabular-nums leading-none sm:text-7xl">
        {formatCount(count, locale)}
      </span>
      <span className="text-ink-soft text-sm">{label}</span>
    </p>
  )
}
