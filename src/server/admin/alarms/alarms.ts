import { msg } from '@lingui/core/macro'
import type { Text } from '../../../contract/languages.ts'
import type { Context } from '../../context.ts'
import { ranksOfAlarms } from '../../domains/notifications/queries/notifications.ts'
import { queueFanout } from '../../domains/notifications/queries/notify.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { type DatabaseOutage, leastOutageMs } from '../../platform/live/live-hub.ts'
import { findOutages } from './outages.ts'
import { claimDatabaseOutage, dueAlarms, endAlarms, noteOutages, type StoredAlarm } from './queries.ts'
import { alarmRules, type Found, thisMachine } from './rules.ts'

/** Tells Admins and Owners of an outage once when it begins, and once when it is over. */
export async function raiseAlarms(
  { database }: Pick<Context, 'database'>,
  { outages, failed }: Found,
): Promise<void> {
  await database.sql.transaction().execute(async (transaction) => {
    await noteOutages(transaction, { outages, failed })
    for (const alarm of await endAlarms(transaction, { outages, failed }))
      await tell(transaction, alarm, 'over')
    for (const alarm of await dueAlarms(transaction)) {
      const found = outages.find(({ name, place }) => name === alarm.name && place === alarm.place)
      await tell(transaction, alarm, 'title', found?.text)
    }
  })
}

/** Asked each time, because Owners make ranks. */
const audience = () => ({ ranks: ranksOfAlarms(), except: null })

function tell(
  transaction: Executor,
  { name, place, since }: StoredAlarm,
  what: 'title' | 'over',
  text: Text | null = null,
): Promise<void> {
  const rules = alarmRules[name]
  return queueFanout(transaction, {
    kind: 'alarm',
    eventKey: `alarm:${name}:${since.getTime()}:${what}:${place}`.slice(0, 60),
    audience: audience(),
    title: rules[what],
    text,
    link: rules.link,
  })
}

/** Reported by then, if ever. The stored outage, which keeps other processes from reporting it, stays for an hour. */
const lastReportMs = 30 * 60_000

/**
 * Tells Admins and Owners that the database could not be reached, once it can again: their addresses are in it. Of all
 * processes that noticed, one tells.
 */
export async function reportDatabaseOutage(
  { database }: Pick<Context, 'database'>,
  outage: DatabaseOutage | undefined,
): Promise<void> {
  if (outage === undefined || Date.now() - outage.to.getTime() > lastReportMs) return
  if (outage.to.getTime() - outage.from.getTime() < leastOutageMs) return
  await database.sql.transaction().execute(async (transaction) => {
    if (!(await claimDatabaseOutage(transaction, outage))) return
    const [from, to] = [timeOf(outage.from), timeOf(outage.to)]
    await queueFanout(transaction, {
      kind: 'alarm',
      eventKey: `alarm:database:${outage.from.getTime()}`,
      audience: audience(),
      title: msg`The database could not be reached`,
      text: msg`${thisMachine} could not reach it from ${{ from }} to ${{ to }} (UTC).`,
      link: '/admin',
    })
  })
}

const timeOf = (date: Date) => date.toISOString().slice(0, 16).replace('T', ' ')

/** On every machine, because each has a disk and connections of its own. */
export const alarmsJob = (
  context: Pick<Context, 'config' | 'database' | 'gateways' | 'live' | 'log'>,
): Job => ({
  name: 'alarms',
  everyMs: 60_000,
  work: async () => {
    await reportDatabaseOutage(context, context.live.lastOutage)
    await raiseAlarms(context, await findOutages(context))
  },
})
