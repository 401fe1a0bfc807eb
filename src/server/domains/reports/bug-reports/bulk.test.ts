import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isStaffRank, type Rank, shippedRanks } from '../../../../contract/accounts/ranks.ts'
import { receivedMails } from '../../../testing/mail-server.ts'
import { type MailSite, mailSite } from '../../../testing/mail-site.ts'
import { staffNews } from '../../../testing/staff-feed-listener.ts'
import type { TestBrowser } from '../../../testing/test-app.ts'
import { mailNotification } from '../../notifications/delivery/mail.ts'
import { deliverBatch } from '../../notifications/delivery/worker.ts'
import { purgeOldUndos } from './queries/undo.ts'

let site: MailSite
beforeAll(async () => {
  site = await mailSite({ RATE_LIMITS: 'off' })
})
afterAll(() => site.close())
beforeEach(async () => {
  for (const table of ['reports', 'notices'])
    await sql`DELETE FROM ${sql.table(table)}`.execute(site.database.sql)
})

const path = '/api/admin/reports/statuses'

const somebody = async (rank: Rank) => {
  const member = await site.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${member.user.id}`.execute(site.database.sql)
  return member
}

async function file(reporter: TestBrowser, reason = 'No knockback'): Promise<number> {
  const details = 'Hits register but nobody moves at all.'
  const report = { gameMode: 'boxing', reason, details, severity: 'high' }
  return (await reporter.post('/api/reports', report)).json.id
}

const setAll = (staff: TestBrowser, ids: readonly number[], status: unknown, version = 1) =>
  staff.post(path, { reports: ids.map((id) => ({ id, version })), status })
const undo = (staff: TestBrowser, ids: unknown) => staff.post(`${path}/undo`, { ids })
const setOne = (staff: TestBrowser, id: number, body: object) =>
  staff.patch(`/api/admin/reports/${id}/status`, body)

/** A report as it is stored, times with all their digits. */
async function stored(id: number) {
  const { rows } = await sql<Record<string, unknown> & { status: string; version: number }>`
    SELECT *, created_at::text AS created_at, handled_at::text AS handled_at FROM reports WHERE id = ${id}
  `.execute(site.database.sql)
  return rows[0]!
}

const state = async (id: number) => {
  const { status, version } = await stored(id)
  return [status, version]
}

/** The texts of a member's notices, oldest first. */
const noticesOf = async ({ user }: { readonly user: { readonly id: number } }) =>
  (
    await sql<{ text: string }>`SELECT text FROM notices WHERE user_id = ${user.id} ORDER BY id`.execute(
      site.database.sql,
    )
  ).rows.map(({ text }) => text)

const entries = async (id: number) =>
  (
    await sql<{ action: string }>`
      SELECT actor_id, action, before, after FROM audit_log
      WHERE subject_type = 'report' AND subject_id = ${id} ORDER BY id
    `.execute(site.database.sql)
  ).rows

const deliveries = async () =>
  (await sql`SELECT channel, attempts FROM notification_deliveries ORDER BY id`.execute(site.database.sql))
    .rows

describe('one status for many bug reports', () => {
  test('[fair.95] is refused to visitors and members, and nothing changes', async () => {
    const id = await file(await site.member())
    for (const call of ['', '/undo']) expect((await site.browser().post(path + call, {})).status).toBe(401)
    for (const rank of shippedRanks.filter((rank) => !isStaffRank(rank))) {
      const member = await somebody(rank)
      expect((await setAll(member, [id], 'resolved')).status).toBe(403)
      expect((await undo(member, [id])).status).toBe(403)
    }
    expect(await state(id)).toEqual(['pending', 1])
    expect(await entries(id)).toEqual([])
  })

  const seen = { id: 1, version: 1 }
  test.each([
    ['no report', { reports: [] }, 'reports'],
    [
      'more than 50',
      { reports: Array.from({ length: 51 }, (_, n) => ({ id: n + 1, version: 1 })) },
      'reports',
    ],
    ['one twice', { reports: [seen, { id: 1, version: 2 }] }, 'reports'],
    ['no list', { reports: 7 }, 'reports'],
    ['no id', { reports: [{ version: 1 }] }, 'reports'],
    ['no version', { reports: [{ id: 1 }] }, 'reports'],
    ['another status', { status: 'closed' }, 'status'],
    ['no status', { status: undefined }, 'status'],
  ])('[fair.95] %s: 400 with the field', async (_name, body, field) => {
    const refused = await (await somebody('Helper')).post(path, {
      reports: [seen],
      status: 'resolved',
      ...body,
    })
    expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, [field]])
  })

  test.each([[[]], [Array.from({ length: 51 }, (_, n) => n + 1)], [[1, 1]], ['all']])(
    '[fair.95] to undo the list %j: 400 with the field',
    async (ids) => {
      const refused = await undo(await somebody('Helper'), ids)
      expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, ['ids']])
    },
  )

  test('[fair.95] changes each report as it was seen: reporters are notified, the audit log has it, others are named', async () => {
    const [staff, colleague, reporter] = [
      await somebody('Helper'),
      await somebody('Admin'),
      await site.member(),
    ]
    const one = await file(reporter)
    const two = await file(reporter, 'Sky is green')
    const changed = await file(reporter)
    const already = await file(reporter)
    await setOne(colleague, changed, { status: 'rejected' })
    await sql`UPDATE reports SET status = 'resolved' WHERE id = ${already}`.execute(site.database.sql)
    await sql`DELETE FROM notices`.execute(site.database.sql)
    const { heard, stop } = await staffNews(site)

    const response = await setAll(staff, [two, changed, 999_999, already, one], 'resolved')
    expect([response.status, response.json]).toEqual([
      200,
      {
        changed: [one, two],
        refused: [
          { id: changed, status: 409, error: 'Somebody else changed this in the meantime' },
          { id: 999_999, status: 404, error: 'This report no longer exists' },
        ],
      },
    ])
    expect(await Promise.all([one, two, changed, already].map(state))).toEqual([
      ['resolved', 2],
      ['resolved', 2],
      ['rejected', 2],
      ['resolved', 1],
    ])
    expect(await noticesOf(reporter)).toEqual([
      'It is resolved.\nYou reported: No knockback',
      'It is resolved.\nYou reported: Sky is green',
    ])
    for (const id of [one, two])
      expect(await entries(id)).toEqual([
        {
          actor_id: staff.user.id,
          action: 'report.status',
          before: { status: 'pending' },
          after: { status: 'resolved' },
        },
      ])
    expect(await entries(already)).toEqual([])
    await expect.poll(() => heard).toEqual([{ list: 'reports' }])
    stop()
  })

  test('[fair.95] set by two at the same moment, each report has one of them, and the other is named', async () => {
    const [one, two, reporter] = [await somebody('Helper'), await somebody('Admin'), await site.member()]
    const ids: number[] = []
    for (let n = 0; n < 6; n += 1) ids.push(await file(reporter))
    const [first, second] = await Promise.all([
      setAll(one, ids, 'resolved'),
      setAll(two, ids.toReversed(), 'rejected'),
    ])
    expect([first.status, second.status]).toEqual([200, 200])
    expect([...first.json.changed, ...second.json.changed].toSorted((a, b) => a - b)).toEqual(ids)
    expect(first.json.refused.length + second.json.refused.length).toBe(6)
    expect(await noticesOf(reporter)).toHaveLength(6)
  })
})

describe('the undo', () => {
  test('[fair.95] restores each report as it was but for its version; an unread notice is withdrawn, the audit log has both', async () => {
    const [staff, colleague, reporter] = [
      await somebody('Helper'),
      await somebody('Admin'),
      await site.member(),
    ]
    const [fresh, answered] = [await file(reporter), await file(reporter)]
    await setOne(colleague, answered, { status: 'reviewing', answer: 'We can reproduce it.' })
    const before = await Promise.all([fresh, answered].map(stored))
    const notices = await noticesOf(reporter)
    await staff.post(path, {
      reports: [
        { id: fresh, version: 1 },
        { id: answered, version: 2 },
      ],
      status: 'rejected',
    })
    expect(await stored(answered)).toMatchObject({ status: 'rejected', handled_by: staff.user.id })
    expect(await noticesOf(reporter)).toHaveLength(3)

    const response = await undo(staff, [answered, fresh])
    expect([response.status, response.json]).toEqual([200, { restored: [fresh, answered], refused: [] }])
    for (const [at, { id, version }] of [fresh, answered].map(
      (id, at) => [at, { ...before[at]!, id }] as const,
    ))
      expect(await stored(id)).toEqual({ ...before[at], version: version + 2 })
    expect(await noticesOf(reporter)).toEqual(notices)
    expect((await reporter.get('/api/notifications')).json).toHaveLength(1)
    expect((await entries(fresh)).at(-1)).toEqual({
      actor_id: staff.user.id,
      action: 'report.undo',
      before: { status: 'rejected' },
      after: { status: 'pending' },
    })
    expect((await entries(fresh)).map(({ action }) => action)).toEqual(['report.status', 'report.undo'])
  })

  test('[fair.95] withdraws mails that wait; a reporter whom the change has reached is notified of the status it has again', async () => {
    const staff = await somebody('Helper')
    const waits = await site.verifiedMember('Waits For Mail', 'waits@player.example')
    const mailed = await site.verifiedMember('Got The Mail', 'mailed@player.example')
    const daily = await site.verifiedMember('Reads Daily', 'daily@player.example')
    const reader = await site.member()
    for (const member of [waits, mailed, daily])
      await member.put('/api/notifications/choices', { kind: 'report', mail: true, site: false })
    await daily.put('/api/notifications/digest', { hour: 18, timeZone: 'Europe/Berlin' })
    const ids: number[] = []
    for (const reporter of [mailed, waits, daily, reader]) ids.push(await file(reporter))

    await setAll(staff, ids.slice(0, 1), 'resolved')
    const send = site.context.gateways.mail
    await deliverBatch(
      { database: site.database, log: site.context.log },
      'mail',
      (delivery) => mailNotification(site.context, site.content, send, delivery),
      { batch: 5, attemptMs: 20_000, leaseSeconds: 120 },
    )
    expect(receivedMails(site.server)).toHaveLength(1)
    await setAll(staff, ids.slice(1), 'resolved')
    const [notification] = (await reader.get('/api/notifications')).json
    await reader.post('/api/notifications/read', { id: notification.id })
    expect(await deliveries()).toEqual([
      { channel: 'mail', attempts: 1 },
      { channel: 'mail', attempts: 0 },
      { channel: 'mail', attempts: 0 },
    ])

    expect((await undo(staff, ids)).json.restored).toEqual(ids)
    const again = 'It is waiting for us again.\nYou reported: No knockback'
    expect(await noticesOf(waits)).toEqual([])
    expect(await noticesOf(daily)).toEqual([])
    expect(await noticesOf(mailed)).toEqual([again])
    expect(await noticesOf(reader)).toEqual(['It is resolved.\nYou reported: No knockback', again])
    expect(await deliveries()).toEqual([{ channel: 'mail', attempts: 0 }])
  })

  test('[fair.95] works without a reporter, and for one who wants no such notices', async () => {
    const [staff, muted, gone] = [await somebody('Helper'), await site.member(), await site.member()]
    await muted.put('/api/notifications/choices', { kind: 'report', site: false })
    const ids = [await file(muted), await file(gone)]
    await sql`DELETE FROM users WHERE id = ${gone.user.id}`.execute(site.database.sql)
    await setAll(staff, ids, 'resolved')
    expect((await undo(staff, ids)).json).toEqual({ restored: ids, refused: [] })
    expect(await Promise.all(ids.map(state))).toEqual(ids.map(() => ['pending', 3]))
    expect(await noticesOf(muted)).toEqual([])
  })

  test('[fair.95] is for one’s own change, within seconds, and not where somebody changed it since: else it is named and stays', async () => {
    const [staff, colleague, reporter] = [
      await somebody('Helper'),
      await somebody('Owner'),
      await site.member(),
    ]
    const ids: number[] = []
    for (let n = 0; n < 6; n += 1) ids.push(await file(reporter))
    const [mine, late, changed, both, single, deleted] = ids as [
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    await setAll(staff, [mine, late, changed, both, deleted], 'resolved')
    await setOne(colleague, single, { status: 'resolved' })
    expect((await undo(colleague, [mine])).json).toMatchObject({
      restored: [],
      refused: [{ id: mine, status: 409 }],
    })
    await sql`UPDATE report_undos SET changed_at = changed_at - interval '16 s' WHERE report_id = ${late}`.execute(
      site.database.sql,
    )
    await setOne(colleague, changed, { status: 'rejected' })
    await setAll(colleague, [both], 'rejected', 2)
    await staff.delete(`/api/reports/${deleted}`)
    const before = await Promise.all([late, changed, both, single].map(stored))
    const notices = await noticesOf(reporter)

    const tooLate = { status: 409, error: 'It is too late to undo this. Set the status again' }
    const overtaken = { status: 409, error: 'Somebody else changed this in the meantime' }
    const refused = [
      { id: late, ...tooLate },
      { id: changed, ...overtaken },
      { id: both, ...overtaken },
      { id: single, ...tooLate },
      { id: deleted, status: 404, error: 'This report no longer exists' },
    ]
    expect((await undo(staff, ids)).json).toEqual({ restored: [mine], refused })
    expect(await Promise.all([late, changed, both, single].map(stored))).toEqual(before)
    expect(await state(mine)).toEqual(['pending', 3])
    expect(await noticesOf(reporter)).toHaveLength(notices.length - 1)

    // Undone twice.
    expect((await undo(staff, [mine])).json).toEqual({ restored: [], refused: [{ id: mine, ...tooLate }] })
    expect(await state(mine)).toEqual(['pending', 3])
    // A colleague's change of many is theirs to undo.
    expect((await undo(colleague, [both])).json.restored).toEqual([both])
    expect(await state(both)).toEqual(['resolved', 4])
  })

  test('[guards.72] one change is undone like a change of many: status, answer and handler are as before, and the reporter never reads it', async () => {
    const [staff, reporter] = [await somebody('Helper'), await site.member()]
    const id = await file(reporter)
    await setOne(await somebody('Admin'), id, { status: 'reviewing', answer: 'We look into it.' })
    const before = await stored(id)
    const notices = await noticesOf(reporter)
    await setOne(staff, id, { status: 'rejected', answer: 'Works for us.' })
    expect(await noticesOf(reporter)).toHaveLength(notices.length + 1)
    expect((await undo(staff, [id])).json).toEqual({ restored: [id], refused: [] })
    expect(await stored(id)).toEqual({ ...before, version: 4 })
    expect(await noticesOf(reporter)).toEqual(notices)
  })

  test('[fair.95] pressed twice at the same moment restores once', async () => {
    const [staff, reporter] = [await somebody('Helper'), await site.member()]
    const ids = [await file(reporter), await file(reporter)]
    await setAll(staff, ids, 'resolved')
    const responses = await Promise.all([undo(staff, ids), undo(staff, ids)])
    expect(responses.flatMap(({ json }) => json.restored).toSorted((a, b) => a - b)).toEqual(ids)
    expect(await Promise.all(ids.map(state))).toEqual(ids.map(() => ['pending', 3]))
    expect(await entries(ids[0]!)).toHaveLength(2)
  })

  test('[fair.95] does not restore who handled a report once that account is deleted; what nobody can undo is purged', async () => {
    const [staff, colleague, reporter] = [
      await somebody('Helper'),
      await somebody('Admin'),
      await site.member(),
    ]
    const [id, old] = [await file(reporter), await file(reporter)]
    await setOne(colleague, id, { status: 'reviewing' })
    await setAll(staff, [id], 'resolved', 2)
    await setAll(staff, [old], 'resolved')
    await sql`DELETE FROM users WHERE id = ${colleague.user.id}`.execute(site.database.sql)
    await sql`UPDATE report_undos SET changed_at = now() - interval '25 hours' WHERE report_id = ${old}`.execute(
      site.database.sql,
    )
    await purgeOldUndos(site.database.sql)
    expect((await undo(staff, [id])).json.restored).toEqual([id])
    expect(await stored(id)).toMatchObject({
      status: 'reviewing',
      handled_by: null,
      handled_at: expect.any(String),
    })
    const { rows } = await sql`SELECT FROM report_undos`.execute(site.database.sql)
    expect(rows).toEqual([])
  })
})
