import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rank, shippedRanks } from '../../../contract/accounts/ranks.ts'
import { applicationStatuses } from '../../../contract/applications/applications.ts'
import { staffNews } from '../../testing/staff-feed-listener.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { purgeApplicationUndos, purgeOldApplications } from './queries.ts'
import { signedInAs, storedApplications, storedAuditEntries } from './testing/applications-setup.ts'
import { builder, canaries, designer, helper } from './testing/bodies.ts'

const url = '/api/staff-applications'
const staffRanks: Rank[] = ['Helper', 'Moderator', 'Product Staff', 'Admin', 'Manager', 'Owner']
const adminRanks: Rank[] = ['Admin', 'Manager', 'Owner']
const others = shippedRanks.filter((rank) => !staffRanks.includes(rank))

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

const apply = async (body: object = helper): Promise<number> =>
  (await (await site.member()).post(url, body)).json.id

const storedOf = async (id: number) => (await storedApplications(site)).find((row) => row.id === id)

describe('[applications.23] [applications.24] [admin.02] Who may not read, change and delete', () => {
  const tryAll = async (who: TestBrowser, id: number) => [
    (await who.get(`${url}?status=all`)).status,
    (await who.patch(`${url}/${id}`, { status: 'accepted', adminNotes: canaries.notes })).status,
    (await who.delete(`${url}/${id}`)).status,
  ]

  test('a visitor: 401', async () => {
    const id = await apply()
    const before = await storedOf(id)
    expect(await tryAll(site.browser(), id)).toEqual([401, 401, 401])
    expect(await storedOf(id)).toEqual(before)
  })

  test.each(others)('%s: 403, the author included', async (rank) => {
    const author = await signedInAs(site, rank)
    const { id } = (await author.post(url, helper)).json
    const before = await storedOf(id)
    expect(await tryAll(author, id)).toEqual([403, 403, 403])
    expect(await storedOf(id)).toEqual(before)
  })

  test.each(staffRanks)('%s reads and changes; only Admin, Manager and Owner delete', async (rank) => {
    const id = await apply()
    const may = adminRanks.includes(rank)
    expect(await tryAll(await signedInAs(site, rank), id)).toEqual([200, 200, may ? 204 : 403])
    expect((await storedOf(id))?.status).toBe(may ? undefined : 'accepted')
  })

  test('staff who were demoted while signed in: 403 at the next call', async () => {
    const id = await apply()
    const staff = await signedInAs(site, 'Manager')
    expect((await staff.get(url)).status).toBe(200)
    await sql`UPDATE users SET rank = 'Diamond' WHERE id = ${staff.user.id}`.execute(site.database.sql)
    expect(await tryAll(staff, id)).toEqual([403, 403, 403])
    expect(await storedOf(id)).toMatchObject({ status: 'pending', admin_notes: null })
  })
})

describe('[applications.22] GET /api/staff-applications', () => {
  test('answers the snake_case fields with admin_notes and submitted_at, null for what other positions are asked', async () => {
    const author = await site.member()
    const ids = []
    for (const body of [helper, builder, designer]) ids.push((await author.post(url, body)).json.id)
    const staff = await signedInAs(site, 'Helper')
    await staff.patch(`${url}/${ids[0]}`, { status: 'interview', adminNotes: canaries.notes })
    const { json } = await staff.get(`${url}?status=all&limit=3`)
    expect(Object.keys(json)).toEqual(['applications'])
    const [third, second, first] = json.applications
    expect(first).toMatchObject({
      ...helper,
      id: ids[0],
      user_id: author.user.id,
      current_server_names: null,
      additional_questions: null,
      portfolio_link: null,
      design_software: null,
      status: 'interview',
      admin_notes: canaries.notes,
      version: 2,
    })
    expect(Date.parse(first.submitted_at)).toBeGreaterThan(Date.now() - 60_000)
    expect(second).toMatchObject({ ...builder, current_server_names: null, has_microphone: null })
    expect(third).toMatchObject({ ...designer, current_server_names: null, design_portfolio: null })
  })

  test.each(applicationStatuses)('status=%s answers that status only', async (status) => {
    const id = await apply()
    const staff = await signedInAs(site, 'Helper')
    await staff.patch(`${url}/${id}`, { status })
    const { json } = await staff.get(`${url}?status=${status}&limit=200`)
    const found: { id: number; status: string }[] = json.applications
    expect(new Set(found.map((one) => one.status))).toEqual(new Set([status]))
    expect(found.map((one) => one.id)).toContain(id)
  })

  test('another status, a limit above 200 and a bad before are 400', async () => {
    const staff = await signedInAs(site, 'Helper')
    for (const [query, field] of [
      ['status=open', 'status'],
      ['limit=201', 'limit'],
      ['before=x', 'before'],
    ]) {
      const answer = await staff.get(`${url}?${query}`)
      expect([answer.status, Object.keys(answer.json.fields)]).toEqual([400, [field]])
    }
  })

  test('a full page leads to the older ones of the same status, until none is left', async () => {
    for (let at = 0; at < 3; at += 1) await apply(designer)
    const staff = await signedInAs(site, 'Helper')
    const all = (await staff.get(`${url}?status=pending&limit=200`)).json.applications
    const seen: number[] = []
    let next: string | undefined = `${url}?status=pending&limit=2`
    while (next !== undefined) {
      const answer = await staff.get(next)
      seen.push(...answer.json.applications.map(({ id }: { id: number }) => id))
      next = /^<(.+)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1]
    }
    expect(seen).toEqual(all.map(({ id }: { id: number }) => id))
    expect(seen).toEqual([...seen].sort((a, b) => b - a))
  })
})

describe('PATCH /api/staff-applications/{id}', () => {
  test('[applications.26] notes over 5,000 characters or a status outside the six answer 400 and change nothing', async () => {
    const id = await apply()
    const staff = await signedInAs(site, 'Owner')
    for (const [body, field] of [
      [{ status: 'pending', adminNotes: '🦊'.repeat(5_001) }, 'adminNotes'],
      [{ status: 'pending', adminNotes: 7 }, 'adminNotes'],
      [{ status: 'hired', adminNotes: 'x' }, 'status'],
      [{ status: 'Pending', adminNotes: 'x' }, 'status'],
      [{ adminNotes: 'x' }, 'status'],
    ] as const) {
      const answer = await staff.patch(`${url}/${id}`, body)
      expect([answer.status, Object.keys(answer.json.fields)]).toEqual([400, [field]])
    }
    expect(await storedOf(id)).toMatchObject({ status: 'pending', admin_notes: null, version: 1 })
    expect(
      (await staff.patch(`${url}/${id}`, { status: 'pending', adminNotes: '🦊'.repeat(5_000) })).status,
    ).toBe(200)
  })

  test('[applications.13] any of the six statuses is set from any', async () => {
    const id = await apply()
    const staff = await signedInAs(site, 'Helper')
    for (const from of applicationStatuses) {
      for (const to of applicationStatuses) {
        await staff.patch(`${url}/${id}`, { status: from })
        const { status, json } = await staff.patch(`${url}/${id}`, { status: to })
        expect([status, json.status]).toEqual([200, to])
      }
    }
  })

  test('notes that are absent stay, empty and null ones go', async () => {
    const id = await apply()
    const staff = await signedInAs(site, 'Helper')
    const notesAfter = async (body: object) => (await staff.patch(`${url}/${id}`, body)).json.admin_notes
    expect(await notesAfter({ status: 'pending', adminNotes: 'Friendly.' })).toBe('Friendly.')
    expect(await notesAfter({ status: 'reviewing' })).toBe('Friendly.')
    expect(await notesAfter({ status: 'reviewing', adminNotes: '' })).toBeNull()
    await notesAfter({ status: 'reviewing', adminNotes: 'Back.' })
    expect(await notesAfter({ status: 'reviewing', adminNotes: null })).toBeNull()
  })

  test('[applications.25] a stale If-Match answers 409 with the current record and changes nothing; without one the last write wins', async () => {
    const id = await apply()
    const [ann, ben] = [await signedInAs(site, 'Helper'), await signedInAs(site, 'Moderator')]
    const set = (who: TestBrowser, status: string, version?: string) =>
      who.patch(
        `${url}/${id}`,
        { status, adminNotes: status },
        { headers: version === undefined ? {} : { 'if-match': version } },
      )
    const first = await set(ann, 'reviewing', '"1"')
    expect([first.status, first.json.version]).toEqual([200, 2])
    const late = await set(ben, 'rejected', '"1"')
    expect([late.status, late.json.code, late.json.current]).toEqual([409, 'conflict', first.json])
    expect(await storedOf(id)).toMatchObject({ status: 'reviewing', admin_notes: 'reviewing', version: 2 })
    expect((await set(ben, 'rejected', 'nonsense')).status).toBe(400)
    expect((await set(ben, 'interview', '2')).json).toMatchObject({ status: 'interview', version: 3 })
    expect((await set(ann, 'rejected')).json).toMatchObject({ status: 'rejected', version: 4 })
  })

  test('of twenty saves of one version at once one is stored, and twenty without a version are all stored, each with its audit entry', async () => {
    const id = await apply()
    const staff = await signedInAs(site, 'Helper')
    const saveAll = (headers: Record<string, string>) =>
      Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          staff.patch(
            `${url}/${id}`,
            { status: 'reviewing', adminNotes: `${headers['if-match']} ${at}` },
            { headers },
          ),
        ),
      )
    const matched = await saveAll({ 'if-match': '"1"' })
    expect(matched.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    const free = await saveAll({})
    expect(free.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect((await storedOf(id))?.version).toBe(22)
    expect((await storedAuditEntries(site)).filter(({ subject_id }) => subject_id === id)).toHaveLength(21)
  })

  test('an application that is not there is a 404', async () => {
    const staff = await signedInAs(site, 'Owner')
    expect((await staff.patch(`${url}/2147483647`, { status: 'accepted' })).status).toBe(404)
    expect((await staff.delete(`${url}/2147483647`)).status).toBe(404)
    expect((await staff.delete(`${url}/0`)).status).toBe(400)
  })

  test('reopening an application whose author has a newer open one is a 409 that says why', async () => {
    const author = await site.member()
    const staff = await signedInAs(site, 'Helper')
    const { id } = (await author.post(url, helper)).json
    await staff.patch(`${url}/${id}`, { status: 'rejected' })
    await author.post(url, helper)
    const answer = await staff.patch(`${url}/${id}`, { status: 'onhold', adminNotes: 'second look' })
    expect([answer.status, answer.json.message]).toEqual([
      409,
      'This member has another open application for the same position',
    ])
    expect(await storedOf(id)).toMatchObject({ status: 'rejected', admin_notes: null, version: 2 })
  })
})

describe('[applications.27] Changes of applications leave an audit record of who did what', () => {
  test('before and after of an update, what was deleted, and nothing for a save that changes nothing', async () => {
    const id = await apply(builder)
    const [helping, admin] = [await signedInAs(site, 'Helper'), await signedInAs(site, 'Admin')]
    await helping.patch(`${url}/${id}`, { status: 'interview', adminNotes: 'Ask for maps' })
    await helping.patch(`${url}/${id}`, { status: 'interview', adminNotes: 'Ask for maps' })
    await admin.delete(`${url}/${id}`)
    expect((await storedAuditEntries(site)).filter(({ subject_id }) => subject_id === id)).toEqual([
      {
        actor_id: helping.user.id,
        actor_rank: 'Helper',
        action: 'application.update',
        subject_type: 'application',
        subject_id: id,
        before: { status: 'pending', admin_notes: null },
        after: { status: 'interview', admin_notes: 'Ask for maps' },
      },
      {
        actor_id: admin.user.id,
        actor_rank: 'Admin',
        action: 'application.delete',
        subject_type: 'application',
        subject_id: id,
        before: { user_id: expect.any(Number), position: 'builder', status: 'interview' },
        after: null,
      },
    ])
    expect(await storedOf(id)).toBeUndefined()
  })

  test.each(['deleted', 'purged'] as const)(
    '[guards.97] the notes about an application that was %s are read by nobody in the audit log, its applicant first of all',
    async (how) => {
      const applicant = await signedInAs(site, 'Admin')
      const colleague = await signedInAs(site, 'Owner')
      const id: number = (await applicant.post(url, builder)).json.id
      const notes = `canary-${how}`
      const said = await colleague.patch(`${url}/${id}`, { status: 'reviewing', adminNotes: notes })
      expect(said.status).toBe(200)
      expect((await colleague.patch(`${url}/${id}`, { status: 'rejected' })).status).toBe(200)
      const logs = ['/api/admin/audit?action=application', '/api/admin/audit.csv?action=application']
      const readers = async (who: TestBrowser) =>
        Promise.all(
          logs.map(async (path) => {
            const log = await who.get(path)
            return [log.status, log.text.includes(notes)]
          }),
        )
      expect(await readers(applicant)).toEqual(logs.map(() => [200, false]))
      expect(await readers(colleague)).toEqual(logs.map(() => [200, true]))
      if (how === 'deleted') expect((await colleague.delete(`${url}/${id}`)).status).toBe(204)
      else await sql`DELETE FROM staff_applications WHERE id = ${id}`.execute(site.database.sql)
      expect(await readers(applicant)).toEqual(logs.map(() => [200, false]))
      expect(await readers(colleague)).toEqual(logs.map(() => [200, false]))
      // Who changed what, and when, stays.
      const { json } = await colleague.get(`/api/admin/audit?subjectType=application&subjectId=${id}`)
      const changed = json.filter(({ action }: { action: string }) => action === 'application.update')
      expect(changed).toMatchObject([
        { actorId: colleague.user.id, before: { status: 'reviewing' }, after: { status: 'rejected' } },
        { actorId: colleague.user.id, before: { status: 'pending' }, after: { status: 'reviewing' } },
      ])
    },
  )

  test('a deletion by two admins at once is one audit entry', async () => {
    const id = await apply()
    const admin = await signedInAs(site, 'Owner')
    const answers = await Promise.all([admin.delete(`${url}/${id}`), admin.delete(`${url}/${id}`)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
    expect((await storedAuditEntries(site)).filter(({ subject_id }) => subject_id === id)).toHaveLength(1)
  })
})

test('age, email address and notes are in no answer to anybody who is not staff, whatever they call', async () => {
  const author = await site.member()
  const staff = await signedInAs(site, 'Helper')
  const created = await author.post(url, helper)
  await staff.patch(`${url}/${created.json.id}`, { status: 'rejected', adminNotes: canaries.notes })
  const heard = [created]
  for (const who of [author, await site.member(), site.browser()]) {
    heard.push(
      await who.post(url, helper),
      await who.post(url, { ...helper, position: 'nobody' }),
      await who.get(url),
      await who.get(`${url}/${created.json.id}`),
      await who.patch(
        `${url}/${created.json.id}`,
        { status: 'accepted' },
        { headers: { 'if-match': '"1"' } },
      ),
      await who.delete(`${url}/${created.json.id}`),
      await who.get('/api/user'),
      await who.get(`/api/users/${author.user.id}`),
    )
  }
  const text = heard.map((answer) => answer.text).join('\n')
  for (const secret of [canaries.email, canaries.notes]) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/"(age|email|admin_notes|adminNotes)":(?!null)/)
  expect((await staff.get(url)).text).toContain(canaries.notes)
})

test('staff who look at the list hear of every new, changed and deleted application, and of nothing that was refused', async () => {
  const { heard, stop } = await staffNews(site)
  const author = await site.member()
  const admin = await signedInAs(site, 'Admin')
  const news = { list: 'applications' }
  const { id } = (await author.post(url, helper)).json
  await expect.poll(() => heard).toEqual([news])
  await author.post(url, helper)
  await admin.patch(`${url}/${id}`, { status: 'interview' }, { headers: { 'if-match': '"9"' } })
  await admin.patch(`${url}/${id}`, { status: 'interview' })
  await expect.poll(() => heard).toEqual([news, news])
  await admin.delete(`${url}/${id}`)
  await expect.poll(() => heard).toEqual([news, news, news])
  stop()
})

test('applications and deliveries older than the days of RETENTION_DAYS_APPLICATIONS are forgotten, younger ones stay', async () => {
  const [old, young] = [await apply(), await apply()]
  await sql`UPDATE staff_applications SET submitted_at = now() - interval '31 days' WHERE id = ${old}`.execute(
    site.database.sql,
  )
  await sql`INSERT INTO application_deliveries (delivery_id, application_id, received_at)
    VALUES ('old', ${old}, now() - interval '31 days'), ('young', ${young}, now())`.execute(site.database.sql)
  await purgeOldApplications(site.database.sql, 30)
  expect([await storedOf(old), (await storedOf(young))?.id]).toEqual([undefined, young])
  const { rows } = await sql`SELECT delivery_id FROM application_deliveries`.execute(site.database.sql)
  expect(rows).toEqual([{ delivery_id: 'young' }])
})

describe('[fair.68] filters of applications', () => {
  const listed = async (staff: TestBrowser, query: string) =>
    (await staff.get(`${url}?${query}`)).json.applications.map(({ id }: { id: number }) => id)

  test('a bad one is a 400 with its field', async () => {
    const staff = await signedInAs(site, 'Helper')
    for (const [query, field] of [
      ['q=ab', 'q'],
      ['days=0', 'days'],
      [`assignee=${'a'.repeat(33)}`, 'assignee'],
    ] as const) {
      const refused = await staff.get(`${url}?${query}`)
      expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, [field]])
    }
  })

  test('narrow the list by age, who handled it, and a part of name, address or reasons', async () => {
    const [one, two] = [await signedInAs(site, 'Helper'), await signedInAs(site, 'Admin')]
    const old = await apply({ ...helper, minecraft_username: 'Quartz 100% Golem' })
    const mine = await apply({ ...helper, why_join: 'Because quartz matters to me.' })
    const theirs = await apply({ ...helper, email: 'quartz@mail.example' })
    await sql`UPDATE staff_applications SET submitted_at = now() - interval '5 days' WHERE id = ${old}`.execute(
      site.database.sql,
    )
    await one.patch(`${url}/${mine}`, { status: 'reviewing' })
    await two.patch(`${url}/${theirs}`, { status: 'interview' })
    expect(await listed(one, 'q=QUARTZ')).toEqual([theirs, mine, old])
    expect(await listed(one, 'q=quartz&status=interview')).toEqual([theirs])
    expect(await listed(one, 'q=quartz&days=5')).toEqual([old])
    expect(await listed(one, 'q=quartz&days=6')).toEqual([])
    expect(await listed(one, 'q=100%25')).toEqual([old])
    expect(await listed(one, 'assignee=me')).toEqual([mine])
    expect(await listed(one, `q=quartz&assignee=${two.user.username.toLowerCase()}`)).toEqual([theirs])
    expect(await listed(one, 'q=quartz&assignee=nobody')).toEqual([old])
    const page = await one.get(`${url}?q=quartz&limit=1`)
    const next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1]
    expect((await one.get(next!)).json.applications.map(({ id }: { id: number }) => id)).toEqual([mine])
  })
})

describe('[fair.68] an answer to the applicant', () => {
  test.each([['a'.repeat(2_001)], [5]])('%j is a 400 with its field and stores nothing', async (answer) => {
    const id = await apply()
    const staff = await signedInAs(site, 'Helper')
    const before = await storedOf(id)
    const refused = await staff.patch(`${url}/${id}`, { status: 'interview', answer })
    expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, ['answer']])
    expect(await storedOf(id)).toEqual(before)
  })

  test('is read among their applications and notices, without the name of staff; who handled it is for staff', async () => {
    const staff = await signedInAs(site, 'Helper')
    const author = await site.member()
    const { id } = (await author.post(url, helper)).json
    const answer = 'Join us on Sunday at 6.'
    const changed = await staff.patch(`${url}/${id}`, {
      status: 'interview',
      adminNotes: 'Seems fine',
      answer,
    })
    expect(changed.json).toMatchObject({
      handled_by: staff.user.username,
      handled_at: expect.any(String),
      answer,
    })
    const mine = await author.get(`${url}/mine`)
    expect(mine.json).toMatchObject([{ id, status: 'interview', answer }])
    expect(mine.text).not.toContain(staff.user.username)
    expect(mine.text).not.toContain('Seems fine')
    const { rows } = await sql`
      SELECT text FROM notices WHERE user_id = ${author.user.id} AND kind = 'application_changed'
    `.execute(site.database.sql)
    expect(rows).toEqual([{ text: `Your application as helper: invited to an interview\n${answer}` }])
    const audit = (await storedAuditEntries(site)).filter(({ subject_id }) => subject_id === id)
    expect(JSON.stringify(audit)).not.toContain(answer)
    // Notes alone and an empty answer notify nobody and leave the answer.
    await staff.patch(`${url}/${id}`, { status: 'interview', adminNotes: 'Fine', answer: '' })
    expect((await author.get(`${url}/mine`)).json).toMatchObject([{ answer }])
    const { rows: after } = await sql`SELECT id FROM notices WHERE user_id = ${author.user.id}`.execute(
      site.database.sql,
    )
    expect(after).toHaveLength(1)
  })
})

describe('[guards.70] Undo of a change of an application', () => {
  const undo = (who: TestBrowser, id: number) => who.post(`${url}/${id}/undo`, {})
  const noticesOf = async ({ user }: { readonly user: { readonly id: number } }) =>
    (
      await sql<{ text: string }>`SELECT text FROM notices WHERE user_id = ${user.id} ORDER BY id`.execute(
        site.database.sql,
      )
    ).rows.map(({ text }) => text)

  test('is for staff, for one’s own change, within seconds, and where nobody changed it since: else nothing changes', async () => {
    const [staff, colleague, author] = [
      await signedInAs(site, 'Helper'),
      await signedInAs(site, 'Owner'),
      await site.member(),
    ]
    const { id } = (await author.post(url, helper)).json
    await staff.patch(`${url}/${id}`, { status: 'rejected', answer: 'Too young.' })
    const before = await storedOf(id)
    expect((await undo(site.browser(), id)).status).toBe(401)
    expect((await undo(author, id)).status).toBe(403)
    const late = { status: 409, json: { message: 'It is too late to undo this. Set the status again' } }
    expect(await undo(colleague, id)).toMatchObject(late)
    await sql`UPDATE application_undos SET changed_at = changed_at - interval '16 s'`.execute(
      site.database.sql,
    )
    expect(await undo(staff, id)).toMatchObject(late)
    await staff.patch(`${url}/${id}`, { status: 'onhold' })
    await colleague.patch(`${url}/${id}`, { status: 'interview' })
    expect(await undo(staff, id)).toMatchObject({
      status: 409,
      json: { message: 'Somebody else changed this in the meantime' },
    })
    expect(await storedOf(id)).toMatchObject({ status: 'interview' })
    expect(before).toMatchObject({ status: 'rejected' })
    expect((await undo(staff, 999_999)).status).toBe(404)
  })

  test('restores status, notes, answer and handler; the applicant never reads of it; the log has both', async () => {
    const [staff, author] = [await signedInAs(site, 'Helper'), await site.member()]
    const { id } = (await author.post(url, helper)).json
    const before = await storedOf(id)
    await staff.patch(`${url}/${id}`, { status: 'rejected', adminNotes: 'No', answer: 'Too young.' })
    expect(await noticesOf(author)).toHaveLength(1)
    expect((await undo(staff, id)).json).toMatchObject({ status: 'pending', admin_notes: null, answer: null })
    expect(await storedOf(id)).toEqual({ ...before, version: 3 })
    expect(await noticesOf(author)).toEqual([])
    expect((await undo(staff, id)).status).toBe(409)
    const audit = (await storedAuditEntries(site)).filter(({ subject_id }) => subject_id === id)
    expect(audit.map(({ action }) => action)).toEqual(['application.update', 'application.undo'])
  })

  test('what nobody can undo any more is purged after a day', async () => {
    const staff = await signedInAs(site, 'Helper')
    const [old, young] = [await apply(), await apply()]
    for (const id of [old, young]) await staff.patch(`${url}/${id}`, { status: 'rejected' })
    await sql`UPDATE application_undos SET changed_at = now() - interval '25 hours' WHERE application_id <> ${young}`.execute(
      site.database.sql,
    )
    await purgeApplicationUndos(site.database.sql)
    const { rows } = await sql`SELECT application_id FROM application_undos`.execute(site.database.sql)
    expect(rows).toEqual([{ application_id: young }])
  })
})
