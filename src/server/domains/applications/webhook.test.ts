import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Said, type TestApp, testApp } from '../../testing/test-app.ts'
import { signedInAs, storedApplications } from './testing/applications-setup.ts'
import { builder, canaries, designer, helper } from './testing/bodies.ts'

const url = '/api/webhooks/staff-applications'
const secret = 'a-secret-of-the-outside-form'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { STAFF_APPLICATION_WEBHOOK_SECRET: secret } })
})
afterAll(() => site.close())

const seconds = (off = 0) => Math.floor(Date.now() / 1000) + off
const digest = (time: number | string, raw: string | Buffer, key = secret) =>
  createHmac('sha256', key).update(`${time}.`).update(raw).digest('hex')
const signature = (raw: string | Buffer, time = seconds(), key = secret) =>
  `t=${time},v1=${digest(time, raw, key)}`

const bodyOf = (id: unknown, application: object = helper) => JSON.stringify({ id, ...application })

const send = (raw: string | Buffer, signed: string | undefined = signature(raw), said: Said = {}) =>
  site.browser().send('POST', url, {
    ...said,
    raw,
    headers: { ...(signed !== '' && { signature: signed }), ...said.headers },
  })

const count = async () => (await storedApplications(site)).length

test('[apply.14] The webhook answers 404 while no secret is configured, however well signed', async () => {
  const open = await testApp()
  const raw = bodyOf('no-secret')
  const answer = await open.browser().send('POST', url, { raw, headers: { signature: signature(raw) } })
  expect([answer.status, answer.json.code]).toEqual([404, 'not_found'])
  expect((await open.browser().get(url)).status).toBe(404)
  expect(await storedApplications(open)).toEqual([])
  await open.close()
})

describe('[apply.12] A webhook with a wrong signature, or with t more than 5 minutes off, is refused and stores nothing', () => {
  const raw = bodyOf('refused')
  const now = seconds()
  const right = digest(now, raw)
  test.each<[string, string]>([
    ['no header', ''],
    ['another secret', signature(raw, now, 'some-other-secret-of-others')],
    ['another body', signature(bodyOf('refused', { ...helper, status: 'accepted' }), now)],
    ['another time', `t=${now - 1},v1=${right}`],
    ['6 minutes ago', signature(raw, now - 360)],
    ['6 minutes ahead', signature(raw, now + 360)],
    ['no time', `v1=${right}`],
    ['no digest', `t=${now}`],
    ['an empty digest', `t=${now},v1=`],
    ['half a digest', `t=${now},v1=${right.slice(0, 32)}`],
    ['not hex', `t=${now},v1=${'z'.repeat(64)}`],
    ['two digests, the right one last', `t=${now},v1=${'0'.repeat(64)},v1=${right}`],
    ['two digests, the right one first', `t=${now},v1=${right},v1=${'0'.repeat(64)}`],
    ['two times', `t=${now},t=${now},v1=${right}`],
    ['another scheme', `t=${now},v0=${right}`],
    ['the digest without the time', `t=${now},v1=${createHmac('sha256', secret).update(raw).digest('hex')}`],
    ['a time that is no number', `t=NaN,v1=${digest('NaN', raw)}`],
    ['a time below zero', `t=-${now},v1=${digest(-now, raw)}`],
    ['far too long', `t=${now},v1=${right}${'0'.repeat(10_000)}`],
  ])('%s', async (_, signed) => {
    const before = await count()
    const answer = await send(raw, signed)
    expect([answer.status, answer.json.code]).toEqual([401, 'unauthorized'])
    expect(await count()).toBe(before)
  })

  test('one byte of the body changed on the way', async () => {
    const signed = signature(raw)
    expect((await send(raw.replace('Berlin', 'Bergen'), signed)).status).toBe(401)
    expect((await send(`${raw} `, signed)).status).toBe(401)
    expect(await count()).toBe(0)
  })

  test('the header sent twice', async () => {
    const answer = await site.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', signature: [signature(raw), signature(raw)] },
      payload: raw,
    })
    expect(answer.statusCode).toBe(401)
    expect(await count()).toBe(0)
  })

  test('a session of the owner opens nothing', async () => {
    const owner = await signedInAs(site, 'Owner')
    expect((await owner.post(url, JSON.parse(raw))).status).toBe(401)
    expect(await count()).toBe(0)
  })
})

describe('[apply.15] The webhook applies the schema and limits of the form: a bad body answers 400 and stores nothing', () => {
  test.each<[string, string, string[] | undefined]>([
    ['no JSON', '{"id":', undefined],
    ['nothing', '', undefined],
    ['a list', '[]', []],
    ['a prototype', bodyOf('x').replace('"id"', '"__proto__":{},"id"'), undefined],
    ['too complex', bodyOf('x', { ...helper, device_type: Array(1_100).fill('ios') }), undefined],
    ['no id', JSON.stringify(helper), ['id']],
    ['an empty id', bodyOf(''), ['id']],
    ['a long id', bodyOf('x'.repeat(129)), ['id']],
    ['an id that is a list', bodyOf(['x']), ['id']],
    ['too young', bodyOf('x', { ...helper, age: 12 }), ['age']],
    [
      'a script as link',
      bodyOf('x', { ...builder, portfolio_link: 'javascript:alert(1)' }),
      ['portfolio_link'],
    ],
    ['too long', bodyOf('x', { ...designer, why_join: 'x'.repeat(2_001) }), ['why_join']],
    ['NUL', bodyOf('x', { ...helper, why_join: 'a\u0000b' }), ['why_join']],
    ['two things', bodyOf(undefined, { ...helper, email: 'x' }), ['id', 'email']],
  ])('%s', async (_, raw, fields) => {
    const answer = await send(raw)
    expect(answer.status).toBe(400)
    expect(answer.json.fields && Object.keys(answer.json.fields)).toEqual(fields)
    expect(await count()).toBe(0)
  })

  test('above 256 KB it is a 413, another type a 415, another method a 405', async () => {
    expect((await send(bodyOf('big', { ...helper, x: 'x'.repeat(256 * 1024) }))).status).toBe(413)
    const raw = bodyOf('text')
    const asText = await send(raw, signature(raw), { headers: { 'content-type': 'text/plain' } })
    expect(asText.status).toBe(415)
    const other = await site.browser().get(url)
    expect([other.status, other.headers.allow]).toEqual([405, 'POST'])
    expect(await count()).toBe(0)
  })

  test('a refused delivery is not taken: the same id comes again, corrected', async () => {
    expect((await send(bodyOf('second-try', { ...helper, age: 5 }))).status).toBe(400)
    expect((await send(bodyOf('second-try'))).status).toBe(201)
    expect(await count()).toBe(1)
  })
})

describe('[apply.11] A rightly signed webhook stores an application', () => {
  test.each([
    ['helper', helper],
    ['builder', builder],
    ['designer', designer],
  ] as const)('as %s, without a member, pending', async (position, body) => {
    const answer = await send(bodyOf(`right-${position}`, { ...body, user_id: 1, status: 'accepted' }))
    expect(answer.status).toBe(201)
    const stored = (await storedApplications(site)).at(-1)!
    expect(answer.json).toEqual({ id: stored.id })
    expect(stored).toMatchObject({
      user_id: null,
      position,
      status: 'pending',
      admin_notes: null,
      age: canaries.age,
    })
    const staff = await signedInAs(site, 'Helper')
    const { applications } = (await staff.get('/api/staff-applications?limit=1')).json
    expect(applications[0]).toMatchObject({
      ...body,
      id: stored.id,
      user_id: null,
      current_server_names: null,
      ...(position === 'designer' && { design_portfolio: null }),
    })
  })

  test('4 minutes off either way, with capital hex, from any Origin, with text in any script', async () => {
    const before = await count()
    for (const off of [-240, 240]) {
      const raw = bodyOf(`off${off}`)
      expect((await send(raw, signature(raw, seconds(off)))).status).toBe(201)
    }
    const raw = bodyOf('狐', { ...helper, why_join: 'Füchse 🦊 狐' })
    const time = seconds()
    const capital = `t=${time},v1=${digest(time, raw).toUpperCase()}`
    expect((await send(raw, capital, { headers: { origin: 'https://forms.example' } })).status).toBe(201)
    expect((await storedApplications(site)).at(-1)?.why_join).toBe('Füchse 🦊 狐')
    expect(await count()).toBe(before + 3)
  })

  test('several of one applicant are stored: outside forms have no members to count', async () => {
    const before = await count()
    for (const id of ['one', 'two']) expect((await send(bodyOf(id))).status).toBe(201)
    expect(await count()).toBe(before + 2)
  })
})

describe('[apply.13] The same webhook delivery id twice stores one application', () => {
  test('and is answered like the first, with whatever body and signature', async () => {
    const before = await count()
    const first = await send(bodyOf('twice'))
    const raw = bodyOf('twice', builder)
    const again = await send(raw, signature(raw, seconds(-60)))
    expect([again.status, again.json]).toEqual([201, first.json])
    expect(await count()).toBe(before + 1)
  })

  test('a number is the same id as its digits', async () => {
    const before = await count()
    const first = await send(bodyOf(4711))
    expect((await send(bodyOf('4711'))).json).toEqual(first.json)
    expect(await count()).toBe(before + 1)
  })

  test('ten in parallel store one, and all are answered with it', async () => {
    const before = await count()
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(bodyOf('parallel'))))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    expect(await count()).toBe(before + 1)
  })

  test('after the application was deleted, a repetition brings nothing back', async () => {
    const first = await send(bodyOf('deleted'))
    const admin = await signedInAs(site, 'Admin')
    expect((await admin.delete(`/api/staff-applications/${first.json.id}`)).status).toBe(204)
    const before = await count()
    expect((await send(bodyOf('deleted'))).json).toEqual(first.json)
    expect(await count()).toBe(before)
  })
})

test('the 601st delivery of an address within a minute is a 429, before its signature is looked at', async () => {
  const sender = site.browser('10.9.9.9')
  const knock = () => sender.send('POST', url, { raw: '{}', headers: { signature: 'wrong' } })
  await site.countRequests(sender.address, 599)
  expect((await knock()).status).toBe(401)
  expect((await knock()).status).toBe(429)
})
