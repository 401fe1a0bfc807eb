import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LocateFixed } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Message } from '../../../../contract/languages.ts'
import { leaderboardPlaceholderTotal } from '../../../../contract/rankings/leaderboard.ts'
import type { Leaderboard, LeaderboardEntry } from '../../../../contract/rankings/leaderboard-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useSite } from '../../../platform/site.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormerName } from '../../../ui/former-name.tsx'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { PlayerLink } from '../../../ui/player-name.tsx'
import { ShareMenu } from '../../../ui/share-menu.tsx'
import { matchesToGo } from '../matches-to-go.ts'
import { playerRatingsQuery } from '../player-ratings-query.ts'
import { type BoardChoice, boardAddress, otherView, pageOf, rowsOf, shownBoard } from './board-choice.ts'
import { BoardEmpty } from './board-empty.tsx'
import { BoardFrame } from './board-frame.tsx'
import { boardQuery, boardsOf, positionQuery } from './board-query.ts'
import { BoardSearch } from './board-search.tsx'
import { BoardTable } from './board-table.tsx'
import { BoardTotal } from './board-total.tsx'
import { allFigures } from './figures.ts'
import { boardName } from './labels.ts'
import { Pager } from './pager.tsx'
import { noChanges, positionChanges } from './position-changes.ts'
import { ProvisionalRows } from './provisional-rows.tsx'
import { ratingFigures, seasonFigures } from './rating-figures.tsx'
import type { ChooseBoard } from './use-board-choice.ts'

export interface BoardPanelProps {
  readonly choice: BoardChoice
  readonly onChoose: ChooseBoard
  readonly viewerId: number | undefined
  readonly live: boolean
  readonly liveSwitch: ReactNode
}

/** The rows of a page with what leads to other pages. */
export function BoardPanel({ choice, onChoose, viewerId, live, liveSwitch }: BoardPanelProps) {
  const { t, i18n } = useLingui()
  const { boards, publicUrl } = useSite()
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { board, error, retry, changes, pagerTotal, players } = useBoard(choice, live)
  const own = useOwnPosition(choice, viewerId, live)
  const failed = board === undefined && error !== null

  function tryAgain() {
    // A retry removes the alert, and with it the button that has the focus.
    if (failed) heading.current?.focus()
    retry()
  }

  function toFirstPage() {
    heading.current?.focus()
    onChoose({ page: 1 })
  }

  return (
    <section aria-labelledby={headingId} className="grid gap-2 sm:gap-3">
      {/* On a phone what is said about the board is below it, so that rows begin high up. */}
      <div className="contents sm:flex sm:flex-wrap sm:items-end sm:justify-between sm:gap-x-6 sm:gap-y-4">
        <div className="grid gap-1.5 max-sm:contents">
          <h2
            id={headingId}
            ref={heading}
            tabIndex={-1}
            className="font-display text-3xl leading-none max-sm:sr-only"
          >
            {boardName(boards, choice, i18n)}
          </h2>
          <div className="flex flex-wrap items-center gap-x-4 max-sm:order-last">
            <BoardTotal search={choice.search} players={players} matches={failed ? null : board?.total} />
            {pagerTotal > rowsOf({ view: 'short' }) && (
              <Link
                to={boardAddress(otherView(choice))}
                preventScrollReset
                className="inline-flex min-h-8 items-center text-ink text-sm underline underline-offset-4"
              >
                <Trans>Show {{ rows: rowsOf(otherView(choice)) }} rows</Trans>
              </Link>
            )}
            {liveSwitch}
            <ShareMenu
              url={publicUrl + boardAddress(choice)}
              title={boardName(boards, choice, i18n)}
              shown={shownBoard(choice)}
            />
          </div>
        </div>
        {/* As high as with its hint, which comes and goes while somebody types. */}
        <div className="w-full sm:min-h-24 sm:w-80">
          <BoardSearch
            choice={choice}
            // Typing makes no history.
            onSearch={(search) => onChoose({ search, page: 1 }, { replace: true })}
          />
        </div>
      </div>
      {error !== null && (
        <ErrorView
          title={t`Failed to load the leaderboard.`}
          message={errorMessage(error, error.message)}
          onRetry={tryAgain}
        />
      )}
      <BoardFrame
        pager={
          // Nobody to leaf through, or a board of one.
          pagerTotal > 1 && (
            // Another one once the rows of a new board are known: the same one would move up with them.
            <Pager
              key={String(players === undefined)}
              choice={choice}
              total={pagerTotal}
              onPage={(page) => onChoose({ page })}
            />
          )
        }
        aside={
          own !== undefined &&
          viewerId !== undefined && (
            <OwnPosition own={own} choice={choice} viewerId={viewerId} onJump={onChoose} />
          )
        }
      >
        {choice.search !== '' && <FormerNames entries={board?.entries ?? []} />}
        {!failed && (
          <BoardTable
            caption={boardName(boards, choice, i18n)}
            columns={columnsOf(choice)}
            entries={board?.entries}
            rows={rowsOf(choice)}
            isFull={choice.view === 'full' && choice.search === ''}
            viewerId={viewerId}
            changes={changes}
            empty={<BoardEmpty choice={choice} total={board?.total ?? 0} onFirstPage={toFirstPage} />}
            own={
              own?.entry === undefined || isShownTwice(own.entry, choice, board)
                ? undefined
                : { entry: own.entry, changes: own.changes }
            }
          />
        )}
        {!failed && board?.provisional !== undefined && (
          <ProvisionalRows rows={board.provisional} viewerId={viewerId} />
        )}
      </BoardFrame>
      <p role="status" className="sr-only">
        {board === undefined && !failed && <Trans>Loading leaderboard...</Trans>}
      </p>
    </section>
  )
}

/** A page of few rows is in sight as a whole: who is on it needs no row below it. */
const isShownTwice = ({ user }: LeaderboardEntry, { view }: BoardChoice, board: Leaderboard | undefined) =>
  view === 'short' && board?.entries.some((entry) => entry.user.id === user.id) === true

function columnsOf({ by, season }: BoardChoice) {
  if (by === 'points') return allFigures
  return season === null ? ratingFigures : seasonFigures
}

/** The viewer's position on the chosen board; undefined for visitors and while unknown. */
function useOwnPosition(choice: BoardChoice, viewerId: number | undefined, live: boolean) {
  const query = positionQuery(api, viewerId ?? 0, choice)
  const { data } = useQuery({ ...query, enabled: viewerId !== undefined })
  const changes = usePositionChanges(data, { key: query.queryKey, isTop: false }, live)
  if (data === undefined) return undefined
  // No entry: they have not played here.
  return { entry: data.entries.find(({ user }) => user.id === viewerId), changes }
}

/** The chosen page, who moved on it, and how many there are. */
function useBoard(choice: BoardChoice, live: boolean) {
  const client = useQueryClient()
  const query = boardQuery(api, choice)
  const { data: board, error } = useQuery(query)
  const isTop = choice.page === 1 && choice.search === ''
  const changes = usePositionChanges(board, { key: query.queryKey, isTop }, live)
  const players = useRankedPlayers(choice, board)
  return {
    board,
    error,
    /** Asks again for what is on screen of this board, the own place included. */
    retry: () => void client.invalidateQueries({ queryKey: boardsOf(choice.gameType) }),
    changes,
    /** Ranked players; undefined while nobody knows. */
    players,
    /** Rows that there are pages for. */
    pagerTotal: board?.total ?? players ?? leaderboardPlaceholderTotal,
  }
}

/** How many players the board ranks, as its last page without a search said; undefined while none did. */
function useRankedPlayers(
  { gameType, by, ladder, period, season, input, search }: BoardChoice,
  board: Leaderboard | undefined,
) {
  const view = `${gameType} ${by} ${ladder} ${period} ${season} ${input}`
  const loaded = search === '' ? board?.total : undefined
  const [known, setKnown] = useState({ view, total: loaded })
  if (known.view !== view) setKnown({ view, total: loaded })
  else if (loaded !== undefined && loaded !== known.total) setKnown({ view, total: loaded })
  return known.view === view ? (loaded ?? known.total) : loaded
}

function notRanked({ by, season, input }: BoardChoice): Message {
  if (input !== null)
    return msg`You were not among the top players of this input at the start of today (UTC).`
  if (by === 'points') return msg`You are not ranked here yet: one match is enough.`
  if (season !== null) return msg`You are not on the board of this season.`
  return msg`You are not on this board: it takes about a dozen rated matches, one of them in the last 30 days.`
}

interface OwnPositionProps {
  readonly own: { readonly entry: LeaderboardEntry | undefined }
  readonly choice: BoardChoice
  readonly viewerId: number
  readonly onJump: (change: Partial<BoardChoice>) => void
}

/** How far the viewer's provisional rating is from the board. */
function OwnWay({ choice: { gameType, ladder }, viewerId }: { choice: BoardChoice; viewerId: number }) {
  const { data } = useQuery(playerRatingsQuery(api, viewerId))
  const own = data?.find(
    (rating) => rating.season === data[0]?.season && rating.mode === gameType && rating.ladder === ladder,
  )
  if (own === undefined || !own.provisional) return null
  const matches = matchesToGo(own.deviation)
  return (
    <span className="block font-semibold text-ink">
      <Trans>
        You have about <Plural value={matches} one="# match" other="# matches" /> to go.
      </Trans>
    </span>
  )
}

/** The way to the viewer's own page, or why there is none. */
function OwnPosition({ own: { entry }, choice, viewerId, onJump }: OwnPositionProps) {
  const { t } = useLingui()
  if (entry === undefined) {
    return (
      <p className="text-ink-soft text-sm">
        {t(notRanked(choice))}
        {choice.by === 'rating' && choice.season === null && <OwnWay choice={choice} viewerId={viewerId} />}
      </p>
    )
  }
  const page = pageOf(entry.position, choice)
  const isThere = choice.page === page && choice.search === ''
  return (
    <Button
      look="quiet"
      size="sm"
      aria-disabled={isThere}
      onClick={() => !isThere && onJump({ page, search: '' })}
    >
      <LocateFixed aria-hidden className="size-4" />
      {isThere ? <Trans>You are on this page</Trans> : <Trans>Jump to your place</Trans>}
    </Button>
  )
}

/** What two responses must share to be compared. */
interface BoardView {
  readonly key: readonly unknown[]
  /** It begins with the first of all. */
  readonly isTop: boolean
}

/** Who moved between this response and the one before it; nobody while not `on`. */
function usePositionChanges(board: Leaderboard | undefined, { key, isTop }: BoardView, on: boolean) {
  const view = JSON.stringify(key)
  const [seen, setSeen] = useState({ board, view, changes: noChanges })
  if (seen.board !== board || seen.view !== view) {
    const before = seen.view === view ? seen.board : undefined
    setSeen({
      board,
      view,
      changes: before && board ? positionChanges(before.entries, board.entries, isTop) : noChanges,
    })
  }
  return on ? seen.changes : noChanges
}

/** Hits of a search that bear another name today. */
function FormerNames({ entries }: { entries: readonly LeaderboardEntry[] }) {
  const found = entries.filter(({ formerName }) => formerName !== undefined)
  if (found.length === 0) return null
  return (
    <ul className="grid gap-1 px-4 py-2 text-sm">
      {found.map(({ user, formerName }) => (
        <li key={user.id}>
          <PlayerLink user={user} className="font-semibold" /> <FormerName name={formerName} />
        </li>
      ))}
    </ul>
  )
}
