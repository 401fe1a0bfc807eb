import { neighbours } from '../../../../contract/rankings/leaderboard.ts'

interface Page {
  readonly limit: number
  readonly offset: number
}

/** How a board is read, whatever orders it. */
export interface BoardReads<Row> {
  count(): Promise<number>
  page(page: Page): Promise<Row[]>
  /** Players whose name contains the text, with their positions on the whole board. */
  search(text: string, page: Page): Promise<{ total: number; rows: Row[] }>
  /** One-based; undefined for who is not on it. */
  position(userId: number): Promise<number | undefined>
}

/** A page or hits of a search; nothing where there is no board yet. */
export async function partOf<Row>(
  reads: BoardReads<Row> | undefined,
  search: string | undefined,
  page: Page,
): Promise<{ total: number; entries: Row[] }> {
  if (reads === undefined) return { total: 0, entries: [] }
  if (search === undefined) return { total: await reads.count(), entries: await reads.page(page) }
  const { total, rows } = await reads.search(search, page)
  return { total, entries: rows }
}

/** A player with two neighbours each side; no entries for who is not on the board. */
export async function aroundOf<Row>(
  reads: BoardReads<Row> | undefined,
  userId: number,
): Promise<{ total: number; limit: number; offset: number; entries: Row[] }> {
  const limit = 2 * neighbours + 1
  const total = (await reads?.count()) ?? 0
  const position = await reads?.position(userId)
  if (reads === undefined || position === undefined) return { total, limit, offset: 0, entries: [] }
  const offset = Math.max(0, position - 1 - neighbours)
  // Near the top there are fewer rows above; the list stays centered on the player.
  return {
    total,
    limit,
    offset,
    entries: await reads.page({ offset, limit: position + neighbours - offset }),
  }
}
