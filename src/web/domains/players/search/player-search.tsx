import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Search } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Message } from '../../../../contract/languages.ts'
import type { FoundPlayer } from '../../../../contract/players/players-schemas.ts'
import { searchLimits } from '../../../../contract/rankings/leaderboard.ts'
import { isSearchable, minSearched } from '../../../../contract/text.ts'
import { api } from '../../../platform/api.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { useEarlyInput } from '../../../platform/early-input.ts'
import { useHydrated } from '../../../platform/hydrated.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { FormerName } from '../../../ui/former-name.tsx'
import { PlayerName } from '../../../ui/player-name.tsx'
import { playerPath } from '../../../ui/player-path.ts'
import { ListedRank } from '../../../ui/rank-badge.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Words } from '../../../ui/words.tsx'
import { searchIn, searchParam } from './search-address.ts'
import { playerSearchQuery } from './search-query.ts'

/** `Error searching for players: {status} {statusText}`. */
function searchFailure(error: unknown): Message {
  if (!(error instanceof ApiError)) return msg`Error searching for players: no answer from the server`
  return msg`Error searching for players: ${{ status: `${error.status} ${error.statusText}`.trim() }}`
}

const noneKept = {}

/** Finds members and players by a part of their name; the address says which, so it can be shared and returned to. */
export function PlayerSearch({
  intro,
  action = '/community',
  pathOf = playerPath,
  keep = noneKept,
}: {
  intro: string | undefined
  /** The path of the page that the search is on. */
  action?: string
  /** Where a found player leads to. */
  pathOf?: (id: number) => string
  /** What else of the address stays when somebody searches. */
  keep?: Readonly<Record<string, string>>
}) {
  const { t } = useLingui()
  const headingId = useId()
  const input = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const { search } = useLocation()
  const term = searchIn(search)
  const [text, setText] = useState(term)
  const [shown, setShown] = useState(term)
  if (shown !== term) {
    setShown(term)
    // Not what was searched for here: Back, or a link.
    if (text.trim() !== term) setText(term)
  }
  useEarlyInput(text, () => input.current?.value, setText)
  const wanted = text.trim()
  const enough = isSearchable(wanted)
  const found = useQuery({ ...playerSearchQuery(api, term), enabled: term !== '' })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!enough) return
    // The same again asks again.
    if (wanted === term) void found.refetch()
    else
      void navigate(
        { search: `?${new URLSearchParams({ ...keep, [searchParam]: wanted })}` },
        { preventScrollReset: true },
      )
  }

  return (
    <Card>
      <section aria-labelledby={headingId}>
        <CardTitle id={headingId}>
          <Trans>Find a player</Trans>
        </CardTitle>
        <CardText className="mt-2 mb-5">
          <Words text={intro} />
        </CardText>
        {/* biome-ignore lint/a11y/useSemanticElements: browsers of early 2023 do not know <search> yet */}
        <form
          role="search"
          // Without scripts, or before they have come, the browser sends it there itself.
          action={action}
          method="get"
          onSubmit={submit}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3"
        >
          {Object.entries(keep).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <TextField
            ref={input}
            label={t`Player name`}
            type="search"
            name={searchParam}
            minLength={2}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={searchLimits.max}
            hint={wanted !== '' && !enough ? t`Type at least ${minSearched} characters to search` : undefined}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {/* As far down as the label beside it is high. */}
          <Button type="submit" disabled={hydrated && !enough} className="mt-6.5">
            <Search aria-hidden className="size-4" />
            <Trans>Search</Trans>
          </Button>
        </form>
        <div className="mt-4 empty:hidden">
          {term !== '' && found.isFetching && (
            <p role="status" className="flex items-center gap-2 py-2 text-ink-soft text-sm">
              <Spinner className="text-ember" />
              <Trans>Searching...</Trans>
            </p>
          )}
          {!found.isFetching && found.error !== null && <Alert>{t(searchFailure(found.error))}</Alert>}
          {!found.isFetching && found.error === null && found.data !== undefined && (
            <FoundPlayers players={found.data} query={term} pathOf={pathOf} />
          )}
        </div>
      </section>
    </Card>
  )
}

interface FoundPlayersProps {
  readonly players: readonly FoundPlayer[]
  readonly query: string
  readonly pathOf: (id: number) => string
}

const Figures = ({ wins, points }: FoundPlayer['stats']) => (
  <Trans>
    <Plural value={wins} one="# win" other="# wins" />,{' '}
    <Plural value={points} one="# point" other="# points" />
  </Trans>
)

function FoundPlayers({ players, query, pathOf }: FoundPlayersProps) {
  const count = players.length
  if (count === 0) {
    return (
      <p role="status" className="wrap-anywhere py-2 text-ink-soft text-sm">
        <Trans>
          No players found matching "<bdi>{query}</bdi>"
        </Trans>
      </p>
    )
  }
  return (
    <>
      <p role="status" className="sr-only">
        <Trans>
          <Plural value={count} one="# player" other="# players" /> found
        </Trans>
      </p>
      <ul className="divide-y divide-line overflow-hidden rounded-md border border-line">
        {players.map(({ user, stats, formerName }) => (
          <li key={user.id}>
            <Link
              to={pathOf(user.id)}
              className="group grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 px-3 py-2.5 -outline-offset-2 hover:bg-ground-raised"
            >
              <Avatar username={user.username} avatarUrl={user.avatarUrl} />
              <span className="grid min-w-0 gap-1">
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="min-w-0 font-bold group-hover:text-ember-bright">
                    <PlayerName name={user.username} />
                  </span>
                  <ListedRank rank={user.rank} />
                  <FormerName name={formerName} />
                </span>
                <span className="text-ink-soft text-sm tabular-nums">
                  <Figures {...stats} />
                </span>
              </span>
              <ChevronRight aria-hidden className="size-5 text-ink-faint group-hover:text-ember-bright" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
