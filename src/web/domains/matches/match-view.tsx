import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Message } from '../../../contract/languages.ts'
import { boardLabel } from '../../../contract/network/modes.ts'
import type { MatchDetails, MatchPlayer, MatchResult } from '../../../contract/players/players-schemas.ts'
import type { Input } from '../../../contract/rankings/inputs.ts'
import { useSite } from '../../platform/site.tsx'
import { useLocale } from '../../platform/translation.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { CompareWithMe } from '../../ui/compare-with-me.tsx'
import { formatChange, formatCount } from '../../ui/format-count.ts'
import { PlayerLink } from '../../ui/player-name.tsx'
import { ListedRank } from '../../ui/rank-badge.tsx'
import { ShareButton } from '../../ui/share-menu.tsx'
import { Time } from '../../ui/time.tsx'
import { ModeGlyph } from '../network/practice/mode-glyph.tsx'
import { KillTimeline } from './kill-timeline.tsx'
import { MatchBanner } from './match-banner.tsx'
import { MatchMarks } from './match-marks.tsx'
import { MatchRatings } from './match-ratings.tsx'
import { MatchRecord } from './match-record.tsx'
import { durationOf, type Side, scoreBetween, scoreLines, sidesOf } from './match-words.ts'
import { RuleOnMatch } from './rulings/rule-on-match.tsx'

const titles: Record<MatchResult, (players: number) => Message> = {
  win: (players) => msg`${plural(players, { one: 'Winner', other: 'Winners' })}`,
  loss: (players) => msg`${plural(players, { one: 'Loser', other: 'Losers' })}`,
  draw: () => msg`Draw`,
}
const tones: Record<MatchResult, string> = {
  win: 'border-t-good text-good',
  loss: 'border-t-bad text-bad',
  draw: 'border-t-line-strong text-ink-soft',
}

/** What other domains say about a match on its page. */
export interface MatchParts {
  /** Above its heading: the cups that it counts in. */
  readonly cups: (match: MatchDetails) => ReactNode
  /** Below its sides: what the viewer may do about its result. */
  readonly actions: (match: MatchDetails) => ReactNode
}

/** A match with both sides, winners first. */
export function MatchView({ match, cups, actions }: MatchParts & { match: MatchDetails }) {
  const { t } = useLingui()
  const { boards, publicUrl } = useSite()
  const locale = useLocale()
  const sides = sidesOf(match)
  const inBanner = scoreBetween(match) !== null
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="grid min-w-0 gap-2 max-sm:w-full">
          {cups(match)}
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <h1 className="flex flex-wrap items-center gap-x-4 gap-y-2 font-display text-5xl leading-none">
              <ModeGlyph mode={match.gameType} className="size-12" />
              <Trans>{{ board: boardLabel(boards, match) }} match</Trans>
            </h1>
            <ShareButton
              url={`${publicUrl}/match/${match.matchId}`}
              title={t`${{ board: boardLabel(boards, match) }} match`}
            />
          </div>
        </div>
        <dl className="flex flex-wrap gap-x-8 gap-y-3 text-sm">
          <Fact label={t`Started`}>
            <Time iso={match.startedAt} />
          </Fact>
          <Fact label={t`Duration`}>{durationOf(match)}</Fact>
          {match.map !== null && (
            <Fact label={t`Map`}>
              <bdi className="wrap-anywhere">{match.map}</bdi>
            </Fact>
          )}
          {match.region !== null && (
            <Fact label={t`Region`}>
              <bdi className="wrap-anywhere">{match.region}</bdi>
            </Fact>
          )}
          {match.rounds !== null && <Fact label={t`Rounds`}>{formatCount(match.rounds, locale)}</Fact>}
          {match.score !== null && !inBanner && (
            <Fact label={t`Score`}>
              {scoreLines(match.score).map(([team, score], index) => (
                <span key={team}>
                  {index > 0 && ', '}
                  <bdi className="wrap-anywhere">{team}</bdi> {formatCount(score, locale)}
                </span>
              ))}
            </Fact>
          )}
          {(match.voided || match.excluded === true || !match.ranked) && (
            <Fact label={t`Counts`}>
              <span className="flex gap-2">
                <MatchMarks match={match} />
              </span>
            </Fact>
          )}
        </dl>
      </header>
      <MatchBanner match={match} />
      {match.voided && (
        <p className="mt-4 text-ink-soft text-sm">
          <Trans>This match was voided. It stays here, but it does not count.</Trans>
        </p>
      )}
      {match.excluded === true && !match.voided && (
        <p className="mt-4 text-ink-soft text-sm">
          <Trans>Staff excluded this match. It stays here, but it does not count.</Trans>
        </p>
      )}
      <div className="mt-8 grid gap-6 lg:grid-cols-2 lg:items-start">
        {sides.map((side) => (
          <MatchSide key={side.key} side={side} match={match} />
        ))}
      </div>
      <div className="mt-6 grid gap-3 empty:hidden">
        {actions(match)}
        <RuleOnMatch match={match} />
      </div>
      <MatchRecord match={match} />
      <MatchRatings match={match} />
      {match.kills.length > 0 && <KillTimeline match={match} />}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-ink-faint">{label}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

type Player = MatchDetails['players'][number]

const columns = [
  {
    short: 'K',
    label: msg`Kills`,
    of: ({ kills }: MatchPlayer, locale: string) => formatCount(kills, locale),
  },
  {
    short: 'D',
    label: msg`Deaths`,
    of: ({ deaths }: MatchPlayer, locale: string) => formatCount(deaths, locale),
  },
  {
    short: 'A',
    label: msg`Assists`,
    of: ({ assists }: MatchPlayer, locale: string) => formatCount(assists, locale),
  },
] as const

const hitsColumn = {
  short: 'H',
  label: msg`Hits`,
  of: ({ hits }: Player, locale: string) => (hits === null ? '–' : formatCount(hits, locale)),
} as const

function MatchSide({ side, match }: { side: Side<Player>; match: MatchDetails }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { result, team, players } = side
  const hasHits = match.players.some(({ hits }) => hits !== null)
  const shown = hasHits ? [...columns, hitsColumn] : columns
  return (
    <section className={classes('rounded-lg border border-line border-t-4 bg-ground-card', tones[result])}>
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-4 pb-2 font-display text-3xl leading-none">
        {t(titles[result](players.length))}
        {team !== null && (
          <span className="font-sans font-semibold text-ink-soft text-sm">
            <Trans>
              Team <bdi className="wrap-anywhere">{team}</bdi>
            </Trans>
          </span>
        )}
      </h2>
      <table className="w-full text-ink tabular-nums max-sm:text-[0.8125rem]">
        <thead>
          <tr className="text-ink-faint text-sm">
            <th scope="col" className="py-2 pe-1 ps-3 text-start font-medium sm:px-4">
              <Trans>Player</Trans>
            </th>
            {shown.map(({ short, label }) => (
              <th key={label.id} scope="col" className="px-1 py-2 text-end font-medium sm:px-2">
                <abbr title={t(label)} className="no-underline sm:hidden">
                  {short}
                </abbr>
                <span className="hidden sm:inline">{t(label)}</span>
              </th>
            ))}
            {match.ranked && (
              <th scope="col" className="py-2 pe-3 ps-1 text-end font-medium sm:px-4">
                <Trans>Points</Trans>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {players.map((player) => (
            <tr key={player.user.id} className="border-line border-t align-top">
              <th scope="row" className="py-3 pe-1 ps-3 text-start font-normal sm:px-4">
                <PlayerCell player={player} />
              </th>
              {shown.map(({ label, of }) => (
                <td key={label.id} className="px-1 py-3 text-end sm:px-2">
                  {of(player, locale)}
                </td>
              ))}
              {match.ranked && (
                <td
                  className={classes(
                    'py-3 pe-3 ps-1 text-end font-bold sm:px-4',
                    (match.voided || match.excluded === true) && 'text-ink-faint line-through',
                  )}
                >
                  {formatChange(player.points, locale)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Beside a name, as a part of a sentence. */
const inputWords: Record<Input, Message> = {
  touch: msg`touch`,
  controller: msg`controller`,
  keyboard: msg`keyboard`,
}

function PlayerCell({ player: { user, input, pingMs } }: { player: MatchPlayer }) {
  const { t } = useLingui()
  const played = [input && t(inputWords[input]), pingMs === null ? null : `${pingMs} ms`].filter(
    (part) => part !== null,
  )
  return (
    <div className="flex gap-2 sm:gap-3">
      <Avatar
        username={user.username}
        avatarUrl={user.avatarUrl}
        size="sm"
        className="max-sm:size-6 max-sm:text-sm max-[360px]:hidden"
      />
      <div className="min-w-0">
        <PlayerLink user={user} className="font-bold" />
        <div className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 empty:hidden">
          <ListedRank rank={user.rank} />
          {played.length > 0 && <span className="text-ink-faint text-xs">{played.join(', ')}</span>}
          <CompareWithMe id={user.id} isText />
        </div>
      </div>
    </div>
  )
}
