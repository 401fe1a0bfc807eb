import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { signedInAs, storedApplications } from './testing/applications-setup.ts'
import { builder, canaries, designer, helper } from './testing/bodies.ts'

const url = '/api/staff-applications'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

test('[apply.09] POST /api/staff-applications without session answers 401 and stores nothing', async () => {
  expect((await site.browser().post(url, helper)).status).toBe(401)
  expect(await storedApplications(site)).toEqual([])
})

describe('[apply.05] [apply.06] [apply.07] An application with a bad answer is refused by name and not stored', () => {
  const sentence = 'Please tell us what you would do'
  test.each<[object, Record<string, string>]>([
    [{ ...helper, position: undefined }, { position: 'Please choose the position that you apply for' }],
    [{ ...helper, position: 'owner' }, { position: 'Please choose the position that you apply for' }],
    [
      { ...helper, minecraft_username: ' \u200b ' },
      { minecraft_username: 'Please enter your Minecraft name' },
    ],
    [
      { ...helper, minecraft_username: 'x'.repeat(65) },
      { minecraft_username: 'Please use 64 characters or less' },
    ],
    [{ ...helper, minecraft_username: 'a\nb' }, { minecraft_username: 'Please write a single line' }],
    [{ ...helper, minecraft_username: 'a\u2028b' }, { minecraft_username: 'Please write a single line' }],
    ...[12, 100, 20.5, 'old', null, '1e1'].map(
      (age) =>
        [{ ...helper, age }, { age: 'Please enter your age in years, from 13 to 99' }] as [
          object,
          Record<string, string>,
        ],
    ),
    [{ ...helper, email: 'ann@' }, { email: 'Please enter a valid email address' }],
    [{ ...helper, hours_per_week: 0 }, { hours_per_week: 'Please enter whole hours per week, from 1 to 80' }],
    [
      { ...helper, hours_per_week: 81 },
      { hours_per_week: 'Please enter whole hours per week, from 1 to 80' },
    ],
    [
      { ...helper, previous_experience: 'lots' },
      { previous_experience: 'Please say whether you were staff before' },
    ],
    [{ ...helper, why_join: '' }, { why_join: 'Please tell us why you want to join' }],
    [{ ...helper, why_join: '🦊'.repeat(2_001) }, { why_join: 'Please use 2000 characters or less' }],
    [{ ...helper, why_join: 'half \ud83e' }, { why_join: 'Text contains characters that cannot be stored' }],
    [{ ...helper, has_microphone: 'maybe' }, { has_microphone: 'Please say whether you have a microphone' }],
    [{ ...helper, device_type: [] }, { device_type: 'Please choose the devices that you play on' }],
    [{ ...helper, device_type: ['toaster'] }, { device_type: 'Please choose the devices that you play on' }],
    [
      { ...helper, device_type: ['ios', 'ios'] },
      { device_type: 'Please choose the devices that you play on' },
    ],
    [{ ...helper, moderation_scenario_cheats: undefined }, { moderation_scenario_cheats: sentence }],
    [
      { ...builder, portfolio_link: 'javascript:alert(1)' },
      { portfolio_link: 'Please enter a link that begins with https:// or leave blank' },
    ],
    [
      { ...builder, building_style: 'arenas' },
      { building_style: 'Please choose the styles that you build in' },
    ],
    [
      { ...designer, design_software: undefined },
      { design_software: 'Please choose the software that you use' },
    ],
    [
      { ...designer, design_portfolio: 'https://a:b@pictures.example' },
      { design_portfolio: 'Please enter a link that begins with https:// or leave blank' },
    ],
  ])('%j', async (body, fields) => {
    const member = await site.member()
    const answer = await member.post(url, body)
    expect([answer.status, answer.json.fields]).toEqual([400, fields])
    expect(await storedApplications(site)).toEqual([])
  })
})

describe('[apply.02] [apply.03] [apply.04] [apply.05] [apply.06] [apply.07] [apply.08] Every answer of each position is stored, pending, and only its own', () => {
  test.each([
    ['helper', helper, builder],
    ['builder', builder, designer],
    ['designer', designer, helper],
  ] as const)('%s', async (position, body, other) => {
    const member = await site.member()
    const before = Date.now()
    const answer = await member.post(url, {
      ...other,
      ...body,
      status: 'accepted',
      admin_notes: 'take me',
      user_id: 1,
      version: 9,
    })
    expect(answer.status).toBe(201)
    const stored = (await storedApplications(site)).at(-1)!
    expect(answer.json).toEqual({
      id: stored.id,
      minecraft_username: 'Ann of Isles',
      position,
      status: 'pending',
      submitted_at: (stored.submitted_at as Date).toISOString(),
      answer: null,
    })
    expect((stored.submitted_at as Date).getTime()).toBeGreaterThan(before - 60_000)
    const { position_answers, ...columns } = stored
    const flat: Record<string, unknown> = { ...columns, ...(position_answers as object) }
    for (const [name, value] of Object.entries(body))
      expect([name, flat[name]]).toEqual([name, value || (value === false ? false : null)])
    const foreign = Object.keys(other).filter((name) => !(name in body))
    expect(foreign.filter((name) => name in flat)).toEqual([])
    expect(stored).toMatchObject({
      user_id: member.user.id,
      status: 'pending',
      admin_notes: null,
      version: 1,
      current_server_names: null,
    })
  })

  test('values as a form holds them mean the same', async () => {
    const member = await site.member()
    const answer = await member.post(url, {
      ...helper,
      age: ' 18',
      hours_per_week: '7',
      has_microphone: 'no',
      has_recording_software: 'yes',
      email: ` ${canaries.email} `,
    })
    expect(answer.status).toBe(201)
    const stored = (await storedApplications(site)).at(-1)!
    expect(stored).toMatchObject({ age: 18, hours_per_week: 7, email: canaries.email })
    expect(stored.position_answers).toMatchObject({ has_microphone: false, has_recording_software: true })
  })

  test.each(['no', 'yes_previous', 'yes_current', 'others'])('experience %s', async (previous_experience) => {
    const member = await site.member()
    expect((await member.post(url, { ...designer, previous_experience })).status).toBe(201)
    expect((await storedApplications(site)).at(-1)).toMatchObject({ previous_experience })
  })

  test('text of 2,000 characters fits, however many bytes they are', async () => {
    const member = await site.member()
    expect((await member.post(url, { ...builder, why_join: '🦊'.repeat(2_000) })).status).toBe(201)
  })
})

describe('[apply.10] One open application per member and position', () => {
  test('a second one answers 409 and is not stored; for another position it is 201', async () => {
    const member = await site.member()
    expect((await member.post(url, helper)).status).toBe(201)
    const count = (await storedApplications(site)).length
    const again = await member.post(url, helper)
    expect([again.status, again.json.message]).toEqual([
      409,
      'You already have an open application for this position',
    ])
    expect((await storedApplications(site)).length).toBe(count)
    expect((await member.post(url, builder)).status).toBe(201)
    expect((await (await site.member()).post(url, helper)).status).toBe(201)
  })

  test('of ten at once one is stored', async () => {
    const member = await site.member()
    const answers = await Promise.all(Array.from({ length: 10 }, () => member.post(url, designer)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    const mine = (await storedApplications(site)).filter(({ user_id }) => user_id === member.user.id)
    expect(mine).toHaveLength(1)
  })

  test.each([
    ['accepted', 201],
    ['rejected', 201],
    ['reviewing', 409],
    ['interview', 409],
    ['onhold', 409],
  ])('with one that is %s the next answers %i', async (status, expected) => {
    const member = await site.member()
    const staff = await signedInAs(site, 'Helper')
    const { json } = await member.post(url, helper)
    await staff.patch(`${url}/${json.id}`, { status, adminNotes: '' })
    expect((await member.post(url, helper)).status).toBe(expected)
  })

  test('the same Idempotency-Key answers the first application again instead', async () => {
    const member = await site.member()
    const said = { headers: { 'idempotency-key': 'one-click' } }
    const first = await member.post(url, helper, said)
    const again = await member.post(url, helper, said)
    expect([first.status, again.status, again.json]).toEqual([201, 201, first.json])
    expect((await member.post(url, builder, said)).status).toBe(409)
  })
})
