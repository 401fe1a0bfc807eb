import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { FileText, Newspaper, Search, Swords, Trophy, X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { boardLabel } from '../../contract/network/modes.ts'
import { newsLimits } from '../../contract/news/news.ts'
import { newsEndpoints } from '../../contract/news/news-endpoints.ts'
import type { NewsItem } from '../../contract/news/news-schemas.ts'
import { searchLimits } from '../../contract/rankings/leaderboard.ts'
import { isSearchable, minSearched } from '../../contract/text.ts'
import { matchIdOf } from '../domains/matches/match-id.ts'
import { matchQuery } from '../domains/matches/match-query.ts'
import { newsKey } from '../domains/news/news-queries.ts'
import { playerSearchQuery } from '../domains/players/search/search-query.ts'
import { api } from '../platform/api.ts'
import { isComposing } from '../platform/composition.ts'
import { useSite } from '../platform/site.tsx'
import { useSay } from '../platform/translation.tsx'
import { useDebouncedValue } from '../platform/use-debounced-value.ts'
import { useViewer } from '../platform/viewer.ts'
import { Avatar } from '../ui/avatar.tsx'
import { classes } from '../ui/classes.ts'
import { FormerName } from '../ui/former-name.tsx'
import { overlayClass } from '../ui/overlay.ts'
import { PlayerName } from '../ui/player-name.tsx'
import { playerPath } from '../ui/player-path.ts'
import { ListedRank } from '../ui/rank-badge.tsx'
import { fits, pagesFor } from './site-pages.ts'

export interface SiteSearchProps {
  /** What was typed before the panel was there. */
  readonly initial: string
  readonly onClose: () => void
  readonly returnFocusTo: RefObject<HTMLElement | null>
}

interface Hit {
  readonly to: string
  readonly icon: ReactNode
  readonly label: ReactNode
  readonly detail?: ReactNode
}

interface Group {
  readonly name: string
  readonly hits: readonly Hit[]
}

/** At most so many of each kind, so that the other kinds are in sight. */
const shownOfKind = 6

/** The newest items are enough for a title that somebody remembers; older ones are on /news. */
const searchedNewsQuery = queryOptions({
  queryKey: [...newsKey, 'list', 'searched'],
  queryFn: ({ signal }): Promise<NewsItem[]> =>
    api(newsEndpoints.list, { query: { limit: newsLimits.listed }, signal }),
  staleTime: 60_000,
})

const icon = (Icon: typeof Search) => (
  <span className="inline-flex size-8 shrink-0 items-center justify-center text-ember">
    <Icon aria-hidden className="size-5" />
  </span>
)

const idInside = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** What is found for a text, kind by kind; `pending` while a request for this very text is awaited. */
function useFound(typed: string) {
  const { t } = useLingui()
  const say = useSay()
  const site = useSite()
  const viewer = useViewer()
  const settled = useDebouncedValue(typed)
  const matchId = matchIdOf(idInside.exec(typed)?.[0])
  const asksPlayers = matchId === null && isSearchable(typed)
  const players = useQuery({
    ...playerSearchQuery(api, settled),
    enabled: asksPlayers && isSearchable(settled),
    placeholderData: keepPreviousData,
  })
  const match = useQuery({
    ...matchQuery(api, matchId ?? ''),
    enabled: matchId !== null,
    refetchInterval: false,
  })
  const news = useQuery({ ...searchedNewsQuery, enabled: typed !== '' })

  const matches: Hit[] =
    matchId !== null && match.data
      ? [
          {
            to: `/match/${matchId}`,
            icon: icon(Swords),
            label: t`${{ mode: boardLabel(site.boards, { gameType: match.data.gameType }) }} match`,
            detail: match.data.players.map(({ user }) => user.username).join(', '),
          },
        ]
      : []
  const foundPlayers: Hit[] = (asksPlayers ? (players.data ?? []) : []).map(
    ({ user, stats: { wins, points }, formerName }) => ({
      to: playerPath(user.id),
      icon: <Avatar username={user.username} avatarUrl={user.avatarUrl} size="sm" />,
      label: (
        <>
          <PlayerName name={user.username} /> <ListedRank rank={user.rank} /> <FormerName name={formerName} />
        </>
      ),
      detail: t`${plural(wins, { one: '# win', other: '# wins' })}, ${plural(points, { one: '# point', other: '# points' })}`,
    }),
  )
  const modes: Hit[] = Object.entries(site.boards)
    .filter(([key, name]) => fits(typed, `${name} ${key}`))
    .map(([key, name]) => ({
      to: `/leaderboards?gameType=${encodeURIComponent(key)}`,
      icon: icon(Trophy),
      label: name,
      detail: t`Leaderboard`,
    }))
  const items: Hit[] = (news.data ?? [])
    .filter(({ title, alsoTitled = [] }) => [title, ...alsoTitled].some((one) => fits(typed, one)))
    .map(({ slug, title }) => ({ to: `/news/${slug}`, icon: icon(Newspaper), label: <bdi>{title}</bdi> }))
  const pages: Hit[] = pagesFor(site, viewer)
    .filter(({ label, words }) => fits(typed, `${say(label)} ${say(words ?? '')}`))
    .map(({ to, label }) => ({ to, icon: icon(FileText), label: say(label) }))

  const groups: Group[] =
    typed === ''
      ? []
      : [
          { name: t`Matches`, hits: matches },
          { name: t`Players`, hits: foundPlayers },
          { name: t`Modes`, hits: modes },
          { name: t`Pages`, hits: pages },
          { name: t`News`, hits: items },
        ]
          .map(({ name, hits }) => ({ name, hits: hits.slice(0, shownOfKind) }))
          .filter(({ hits }) => hits.length > 0)
  return {
    groups,
    pending:
      (asksPlayers && (settled !== typed || players.isFetching)) ||
      (matchId !== null && match.isFetching) ||
      (typed !== '' && news.isLoading),
    failed: (asksPlayers && players.isError) || (matchId !== null && match.isError) || news.isError,
    isTooShort: matchId === null && typed !== '' && !asksPlayers,
  }
}

/** The search of the whole site. The field keeps the focus: arrows choose a result, Enter opens it, Escape closes. */
export function SiteSearch({ initial, onClose, returnFocusTo }: SiteSearchProps) {
  const { t } = useLingui()
  const id = useId()
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState(initial)
  const [chosen, setChosen] = useState(0)
  const [entered, setEntered] = useState(false)
  const typed = text.trim()
  const { groups, pending, failed, isTooShort } = useFound(typed)
  const hits = groups.flatMap((group) => group.hits)
  const active = Math.min(chosen, hits.length - 1)
  const optionId = (index: number) => `${id}-${index}`

  const target = entered && !pending ? hits[active]?.to : undefined
  useEffect(() => {
    if (target === undefined) return
    onClose()
    void navigate(target)
  })

  function move(to: number) {
    setChosen(to)
    list.current?.querySelectorAll('[role=option]')[to]?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'ArrowDown' && hits.length > 0) move((active + 1) % hits.length)
    else if (event.key === 'ArrowUp' && hits.length > 0) move((active - 1 + hits.length) % hits.length)
    // What is still awaited may be what is meant: it opens once it is there.
    else if (event.key === 'Enter') setEntered(true)
    else return
    event.preventDefault()
  }

  let index = -1
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayClass} />
        <Primitive.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            returnFocusTo.current?.focus()
          }}
          className="fixed inset-0 z-50 flex flex-col bg-ground-raised shadow-float sm:inset-x-0 sm:top-[10vh] sm:bottom-auto sm:mx-auto sm:max-h-[76vh] sm:w-[calc(100vw-2rem)] sm:max-w-xl sm:animate-rise sm:rounded-lg sm:border sm:border-line sm:border-t-2 sm:border-t-ember"
        >
          <Primitive.Title className="sr-only">
            <Trans>Search the site</Trans>
          </Primitive.Title>
          <div className="flex items-center gap-1 border-line border-b pe-2 ps-4">
            <Search aria-hidden className="size-5 shrink-0 text-ink-soft" />
            <input
              type="text"
              role="combobox"
              aria-label={t`Search the site`}
              aria-expanded={hits.length > 0}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={hits.length > 0 ? optionId(active) : undefined}
              enterKeyHint="go"
              placeholder={t`Player, mode, page, news or match id`}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={searchLimits.max}
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setChosen(0)
                setEntered(false)
              }}
              onKeyDown={onKeyDown}
              className="min-h-14 min-w-0 flex-1 bg-transparent px-2 text-base text-ink outline-none placeholder:text-ink-soft"
            />
            <Primitive.Close
              aria-label={t`Close`}
              className="inline-flex size-11 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-line hover:text-ink"
            >
              <X aria-hidden className="size-5" />
            </Primitive.Close>
          </div>
          <div ref={list} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 empty:hidden">
            <div id={`${id}-list`} role="listbox" aria-label={t`Results`} className="empty:hidden">
              {groups.map((group) => (
                // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not fieldsets
                <div key={group.name} role="group" aria-labelledby={`${id}-${group.name}`} className="mb-2">
                  <div
                    id={`${id}-${group.name}`}
                    role="presentation"
                    className="px-2.5 py-1.5 font-semibold text-ink-soft text-xs"
                  >
                    {group.name}
                  </div>
                  {group.hits.map((hit) => {
                    index += 1
                    const isActive = index === active
                    return (
                      <Link
                        key={hit.to}
                        id={optionId(index)}
                        role="option"
                        aria-selected={isActive}
                        tabIndex={-1}
                        to={hit.to}
                        onClick={onClose}
                        className={classes(
                          'flex min-h-12 items-center gap-3 rounded-sm px-2.5 py-1.5 text-sm hover:bg-line',
                          isActive && 'bg-ember/12 shadow-[inset_2px_0_0_var(--color-ember)]',
                        )}
                      >
                        {hit.icon}
                        <span className="grid min-w-0 flex-1 gap-0.5">
                          <span className="wrap-anywhere flex flex-wrap items-center gap-x-2 font-semibold text-ink">
                            {hit.label}
                          </span>
                          {hit.detail && (
                            <span className="truncate text-ink-soft text-xs tabular-nums">{hit.detail}</span>
                          )}
                        </span>
                      </Link>
                    )
                  })}
                </div>
              ))}
            </div>
            {failed && (
              <p role="alert" className="px-2.5 py-3 text-bad text-sm">
                <Trans>Part of the search failed. Check your connection, then type again.</Trans>
              </p>
            )}
            <p role="status" className="wrap-anywhere px-2.5 py-3 text-ink-soft text-sm empty:hidden">
              {pending
                ? t`Searching…`
                : typed === ''
                  ? t`Find a player, a mode, a page, news, or a match by its id.`
                  : isTooShort && hits.length === 0
                    ? t`Type at least ${minSearched} letters to find players`
                    : hits.length === 0 &&
                      !failed && (
                        <Trans>
                          Nothing found for “<bdi>{typed}</bdi>”
                        </Trans>
                      )}
            </p>
            {hits.length > 0 && (
              <p className="px-2.5 pb-1 text-ink-soft text-xs max-sm:hidden">
                <Trans>↑ ↓ to choose · Enter to open · Esc to close</Trans>
              </p>
            )}
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
