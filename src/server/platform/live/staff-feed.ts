import { sql } from 'kysely'
import * as z from 'zod/mini'
import { holds, isStaffRank, keysOfRanks } from '../../../contract/accounts/ranks.ts'
import { areaOfList, formerStaffFeed, type StaffList, staffLists } from '../../../contract/staff-lists.ts'
import type { Context } from '../../context.ts'
import type { Executor } from '../database/database.ts'
import type { Sockets } from './sockets.ts'

export const staffFeed = { channel: 'staff', type: 'staff_update' } as const

/** Whom a case, an appeal or a ruling is about. Null stands for a deleted account. */
export type People = readonly (number | null)[]

/**
 * Publishes to all processes that a staff list changed. Call it after the change is stored. Staff whom all of the changed
 * `cases` are about are left out: the time of a message would tell them that somebody works on theirs. Processes of 0.1.0,
 * which run beside this one during the upgrade, know the former channel only.
 */
export async function notifyStaff(
  { database, live }: Pick<Context, 'database' | 'live'>,
  list: StaffList,
  cases: readonly People[] = [],
): Promise<void> {
  const except = await staffInAll(database.sql, cases)
  await live.publish(formerStaffFeed.channel, { list, ...(except.length > 0 && { except }) })
}

/** Staff whom each of the cases is about, or through whom these could act. */
async function staffInAll(executor: Executor, cases: readonly People[]): Promise<number[]> {
  let inAll: number[] | undefined
  for (const people of cases) {
    const { rows } = await sql<{ id: number }>`
      SELECT DISTINCT users.id FROM unnest(${[...people]}::int[]) AS person (id)
        CROSS JOIN LATERAL (SELECT person.id UNION SELECT hands_of(person.id)) AS own (id)
        JOIN users ON users.id = own.id
      WHERE users.rank = ANY (${keysOfRanks(isStaffRank)}::text[])
    `.execute(executor)
    const staff = rows.map(({ id }) => id)
    inAll = inAll === undefined ? staff : inAll.filter((id) => staff.includes(id))
    if (inAll.length === 0) break
  }
  return inAll ?? []
}

const Message = z.object({ list: z.enum(staffLists), except: z.optional(z.array(z.int())) })

/** Forwards these messages to subscribed browsers of staff who hold the area at that moment. Returns a function that stops. */
export function startStaffFeed(
  { live }: Pick<Context, 'live'>,
  sockets: Pick<Sockets, 'channel' | 'broadcast'>,
): () => void {
  const feeds = [staffFeed, formerStaffFeed]
  for (const { channel } of feeds)
    sockets.channel(channel, {
      admits: (viewer, message) =>
        holds(viewer, 'helper', message && 'list' in message ? areaOfList[message.list] : 'any'),
    })
  const forward = (payload: unknown) => {
    const { data } = Message.safeParse(payload)
    if (data === undefined) return
    for (const { channel, type } of feeds) sockets.broadcast(channel, { type, list: data.list }, data.except)
  }
  const stops = feeds.map(({ channel }) => live.listen(channel, forward))
  return () => {
    for (const stop of stops) stop()
  }
}
