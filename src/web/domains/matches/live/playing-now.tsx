import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import type { Presence } from '../../../../contract/matches/presence-schemas.ts'
import type { Mode } from '../../../../contract/network/modes-schemas.ts'
import { api } from '../../../platform/api.ts'
import { useLive } from '../../../platform/live/use-live.ts'
import { useLocale } from '../../../platform/translation.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { classes } from '../../../ui/classes.ts'
import { formatCount } from '../../../ui/format-count.ts'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { PlayerLink } from '../../../ui/player-name.tsx'
import { glyphOf } from '../../network/practice/glyphs/glyph-of.ts'
import { PixelGlyph } from '../../network/practice/pixel-glyph.tsx'
import { everybodyQuery, liveModesQuery } from './live-queries.ts'

type Present = Presence['players'][number]

/** Players named in each mode. */
const maxNamed = 6

/** The modes that somebody plays or waits for, with whom of the players may be named. */
export function PlayingNow() {
  const { t } = useLingui()
  const headingId = useId()
  const modes = useQuery(liveModesQuery(api))
  const everybody = useQuery(everybodyQuery(api))
  const refetch = () => {
    void modes.refetch()
    void everybody.refetch()
  }
  useLive({ channel: 'server_status' }, ({ type }) => type === 'server_status_update' && refetch(), refetch)
  // Names that may be wrong by now are not shown; the number of players stands without them.
  const players = everybody.error === null ? (everybody.data?.players ?? []) : []
  return (
    <section aria-labelledby={headingId} className="grid content-start gap-4">
      <h2 id={headingId} className="font-display text-4xl leading-none">
        <Trans>Playing now</Trans>
      </h2>
      <Loaded
        query={modes}
        failed={t`Failed to load what is being played.`}
        loading={[1, 2, 3].map((at) => <Skeleton key={at} className="mb-3 h-24" />)}
      >
        {(all) => <Modes modes={all} players={players} />}
      </Loaded>
    </section>
  )
}

function Modes({ modes, players }: { modes: readonly Mode[]; players: readonly Present[] }) {
  const isIn = ({ key, name }: Mode, mode: string | null) =>
    mode !== null && [key, name.toLowerCase()].includes(mode.toLowerCase())
  const active = modes
    .filter((mode) => (mode.players ?? 0) > 0 || (mode.queue ?? 0) > 0)
    .sort((one, other) => (other.players ?? 0) - (one.players ?? 0) || (other.queue ?? 0) - (one.queue ?? 0))
  const elsewhere = players.filter(({ mode }) => !modes.some((one) => isIn(one, mode)))
  if (active.length === 0 && elsewhere.length === 0) return <Quiet modes={modes} />
  return (
    <ul className="grid gap-3">
      {active.map((mode) => (
        <li key={mode.key}>
          <ModeNow mode={mode} players={players.filter((player) => isIn(mode, player.mode))} />
        </li>
      ))}
      {elsewhere.length > 0 && (
        <li className={cardClass}>
          <h3 className="font-bold">
            <Trans>Not in a mode right now</Trans>
          </h3>
          <Faces players={elsewhere} more={Math.max(0, elsewhere.length - maxNamed)} />
        </li>
      )}
    </ul>
  )
}

function Quiet({ modes }: { modes: readonly Mode[] }) {
  const isSaid = modes.some(({ players, queue }) => players !== null || queue !== null)
  return (
    <p className="rounded-md border border-line-strong border-dashed px-4 py-5 text-ink-soft">
      {isSaid ? (
        <Trans>Nobody is in a match right now. Join, and be the first.</Trans>
      ) : (
        <Trans>The game server does not say who is playing right now.</Trans>
      )}
    </p>
  )
}

const cardClass = 'grid gap-3 rounded-md border border-line bg-ground-card p-3'

function ModeNow({ mode, players }: { mode: Mode; players: readonly Present[] }) {
  const locale = useLocale()
  const { name } = mode
  const glyph = glyphOf(name)
  const named = Math.min(players.length, maxNamed)
  return (
    <article className={classes(cardClass, glyph.accent)}>
      <div className="flex min-w-0 items-center gap-3">
        <PixelGlyph glyph={glyph} className="size-9" />
        <h3 className="wrap-anywhere min-w-0 flex-1 font-display text-2xl leading-none">
          {mode.ranked ? (
            <Link
              to={`/leaderboards?gameType=${mode.key}`}
              className="underline decoration-line-strong underline-offset-4 hover:text-ember-bright hover:decoration-current"
            >
              <Trans>
                <bdi>{name}</bdi>
                <span className="sr-only"> leaderboard</span>
              </Trans>
            </Link>
          ) : (
            <bdi>{mode.name}</bdi>
          )}
        </h3>
        <p className="grid shrink-0 justify-items-end text-sm tabular-nums leading-snug">
          {mode.players !== null && (
            <span className={mode.players > 0 ? 'font-bold text-good' : 'text-ink-faint'}>
              <Trans>{{ players: formatCount(mode.players, locale) }} playing</Trans>
            </span>
          )}
          {mode.queue !== null && (
            <span className={mode.queue > 0 ? 'font-semibold text-ink' : 'text-ink-faint'}>
              <Trans>{{ queue: formatCount(mode.queue, locale) }} in queue</Trans>
            </span>
          )}
        </p>
      </div>
      {players.length > 0 && (
        <Faces players={players} more={Math.max(0, (mode.players ?? players.length) - named)} />
      )}
    </article>
  )
}

function Faces({ players, more }: { players: readonly Present[]; more: number }) {
  const locale = useLocale()
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      {players.slice(0, maxNamed).map(({ user }) => (
        <li key={user.id} className="flex min-w-0 items-center gap-1.5">
          <Avatar username={user.username} avatarUrl={user.avatarUrl} size="sm" />
          <PlayerLink user={user} className="font-semibold" />
        </li>
      ))}
      {more > 0 && (
        <li className="text-ink-faint tabular-nums">
          <Trans>and {{ more: formatCount(more, locale) }} more</Trans>
        </li>
      )}
    </ul>
  )
}
