import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import type { LeaderboardEntry } from '../../../../contract/rankings/leaderboard-schemas.ts'
import { tableRoles } from '../../../ui/list/table-roles.ts'
import { BoardRow, SkeletonRow } from './board-row.tsx'
import type { FigureColumn } from './figures.ts'
import { Podium, podiumPlaces } from './podium.tsx'
import { noChanges, type PositionChanges } from './position-changes.ts'

const litMs = 2_500

/** True for a moment after these changes came: their rows light up. */
function useJustChanged(changes: PositionChanges): boolean {
  const [past, setPast] = useState(noChanges)
  useEffect(() => {
    if (changes.size === 0) return
    const timer = setTimeout(() => setPast(changes), litMs)
    return () => clearTimeout(timer)
  }, [changes])
  return changes.size > 0 && past !== changes
}

export interface BoardTableProps {
  readonly caption: string
  readonly columns: readonly FigureColumn[]
  /** Undefined while they are on their way. */
  readonly entries: readonly LeaderboardEntry[] | undefined
  /** Rows to hold a place for. */
  readonly rows: number
  readonly viewerId?: number | undefined
  readonly changes?: PositionChanges
  /** Instead of rows, when there are none. */
  readonly empty?: ReactNode
  /** A row of the viewer's own, wherever on the board it stands. */
  readonly own?: { readonly entry: LeaderboardEntry; readonly changes: PositionChanges } | undefined
  /** The first three are on a podium, and the own row stays in view. */
  readonly isFull?: boolean
}

/** Rank, Player and figures: a table, whose rows become cards where the screen is narrow. */
export function BoardTable(props: BoardTableProps) {
  const { caption, columns, entries, rows, viewerId, changes = noChanges, empty, own, isFull = false } = props
  const { t } = useLingui()
  const justChanged = useJustChanged(changes)
  const ownJustChanged = useJustChanged(own?.changes ?? noChanges)
  const onPodium = isFull && entries?.[0]?.position === 1 && entries.length >= podiumPlaces
  const inTable = onPodium ? entries.slice(podiumPlaces) : entries
  const ownRow = own !== undefined && (
    <tfoot {...tableRoles.group} className="bg-ground-raised max-md:block">
      <BoardRow
        entry={own.entry}
        columns={columns}
        isOwn
        isPinned
        showsDay={isFull}
        change={own.changes.get(own.entry.user.id)}
        isLit={ownJustChanged && own.changes.has(own.entry.user.id)}
      />
    </tfoot>
  )
  const table = (
    <table
      {...tableRoles.table}
      aria-busy={entries === undefined}
      className="relative w-full border-collapse text-sm max-md:block md:table-fixed"
    >
      <caption className="sr-only">{caption}</caption>
      <thead {...tableRoles.group} className="max-md:sr-only">
        <tr {...tableRoles.row} className="bg-ground-band text-ink-soft text-xs">
          <th {...tableRoles.column} scope="col" className="w-24 px-4 py-3 text-start font-semibold">
            <Trans context="position">Rank</Trans>
          </th>
          <th {...tableRoles.column} scope="col" className="px-2 py-3 text-start font-semibold">
            <Trans>Player</Trans>
          </th>
          {columns.map(({ label }) => (
            <th
              {...tableRoles.column}
              key={label.id}
              scope="col"
              className="w-16 px-2 py-3 text-end font-semibold last:w-24 last:pe-4 lg:w-22"
            >
              {t(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...tableRoles.group} className="max-md:block">
        {entries === undefined &&
          Array.from({ length: rows }, (_, at) => at).map((at) => <SkeletonRow key={at} columns={columns} />)}
        {inTable?.map((entry) => (
          <BoardRow
            key={entry.user.id}
            entry={entry}
            columns={columns}
            isOwn={entry.user.id === viewerId}
            change={changes.get(entry.user.id)}
            showsDay={isFull}
            isLit={justChanged && changes.has(entry.user.id)}
          />
        ))}
        {entries?.length === 0 && (
          <tr {...tableRoles.row} className="border-line border-t max-md:block">
            <td {...tableRoles.cell} colSpan={2 + columns.length} className="p-4 max-md:block sm:p-6">
              {empty}
            </td>
          </tr>
        )}
      </tbody>
      {!isFull && ownRow}
    </table>
  )
  if (!isFull) return table
  return (
    <>
      {onPodium && (
        <Podium
          entries={entries.slice(0, podiumPlaces)}
          columns={columns}
          viewerId={viewerId}
          changes={changes}
          isLit={justChanged}
        />
      )}
      {table}
      {/* A table of its own: it sticks to the screen while the podium is above it, too. */}
      {ownRow && (
        <table
          {...tableRoles.table}
          className="sticky bottom-0 z-10 w-full border-collapse text-sm shadow-card max-md:block md:table-fixed"
        >
          <caption className="sr-only">
            <Trans>Your place</Trans>
          </caption>
          <colgroup className="max-md:hidden">
            <col className="w-24" />
            <col />
            {columns.map(({ label }) => (
              <col key={label.id} className="w-16 last:w-24 lg:w-22" />
            ))}
          </colgroup>
          {ownRow}
        </table>
      )}
    </>
  )
}
