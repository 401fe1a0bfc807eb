import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../testing/test-app.ts'
import { createCup, cupPathOf, cupSite, linkedMember } from './testing/cup-setup.ts'

let context: Awaited<ReturnType<typeof cupSite>>
let site: TestApp
beforeAll(async () => {
  context = await cupSite({ environment: { LANGUAGES: 'en, de, fr' } })
  site = context.site
})
afterAll(() => site.close())

test('[owner.156] A cup has the title of its event in the language of who reads of it', async () => {
  const id = await createCup(site, context.staff)
  const words = { de: { title: 'Brückenpokal' } }
  await sql`UPDATE events SET words = ${JSON.stringify(words)}::jsonb WHERE id = ${id}`.execute(
    site.database.sql,
  )
  const titlesIn = async (language: string) => {
    const call = async (path: string) => (await context.staff.get(`${path}?lang=${language}`)).json
    const of = (cups: { id: number; title: string }[]) => cups.find((cup) => cup.id === id)?.title
    return [
      (await call(`/api/cups/${id}`)).title,
      of(await call('/api/cups')),
      of(await call('/api/admin/cups')),
    ]
  }
  expect(await titlesIn('de')).toEqual(Array(3).fill('Brückenpokal'))
  expect(await titlesIn('fr')).toEqual(Array(3).fill('Bridge Cup'))

  const member = await linkedMember(site, context.server)
  await member.post(`/api/events/${id}/register`)
  expect((await context.staff.delete(cupPathOf(id))).status).toBe(200)
  const toldIn = async (language: string) =>
    (await member.get(`/api/notifications?lang=${language}`)).json[0].title
  expect(await toldIn('de')).toContain('Brückenpokal')
  expect(await toldIn('fr')).toContain('Bridge Cup')
})
