import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { played } from '../../src/server/domains/cups/testing/cup-evening.ts'
import { expectAccessible, expectNoSidewaysScroll, openTab, visit } from './support/browser.ts'
import { timePasses } from './support/cup-time.ts'
import { Person } from './support/people.ts'
import { sharedBrowser, sharedKey, sharedSite, sharedStaff } from './support/shared.ts'

const [site, browser] = await Promise.all([sharedSite(), sharedBrowser()])

const host = await sharedStaff('Cup Host', 'Moderator')
const secret = await sharedKey()

async function report(...events: unknown[]) {
  const response = await fetch(`${site.url}/api/ingest/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ events }),
  })
  const { results } = (await response.json()) as { results: { status: string; code?: string }[] }
  expect(results.map(({ status }) => status)).toEqual(events.map(() => 'accepted'))
  return results
}

type Player = Awaited<ReturnType<typeof linkedPlayer>>

/** A member who linked their player by the code that the game shows. */
async function linkedPlayer(name: string, nth: number) {
  const person = await Person.register(site, name)
  const xuid = `253544${String(nth).padStart(10, '0')}`
  const [result] = await report({
    id: randomUUID(),
    at: new Date().toISOString(),
    type: 'link.request',
    data: { xuid, gamertag: name },
  })
  await person.do('POST', '/api/link', { code: result?.code })
  return { person, name, xuid, gamertag: name }
}

const eventRow = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

async function cupCalled(title: string): Promise<number> {
  const cups: { id: number; title: string }[] = await host.do('GET', '/api/cups')
  return cups.find((cup) => cup.title === title)!.id
}

async function choose(page: Page, field: string, option: string | RegExp) {
  await page.getByRole('dialog').getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

/** Rules from the page of the cup, as an organiser does. */
async function rule(
  page: Page,
  kind: string,
  reason: string,
  match?: RegExp,
  who?: readonly [string, string],
) {
  await page.getByRole('button', { name: 'Rule', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await choose(page, 'Ruling', kind)
  if (match) await choose(page, 'Match', match)
  if (who) await choose(page, ...who)
  await dialog.getByLabel('Reason').fill(reason)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Rule' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** On a phone with a keyboard: the last seed becomes the first, then the second. Returns the seeds as stored. */
async function reorderByKeyboard(id: number): Promise<number[]> {
  const { page, context, complaints, close } = await openTab(browser, { size: 'narrow' })
  await host.sitDownAt(context)
  await visit(page, `${site.url}/admin/events`)
  await eventRow(page, 'Friday Eight').getByRole('button', { name: 'Seeds' }).click()
  const { entrants, seeds: before } = await host.do('GET', `/api/admin/cups/${id}/seeds`)
  const { username: last } = entrants.at(-1)
  await page.getByRole('textbox', { name: `Seed of ${last}` }).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await page.getByText(`${last} is seed 1 of 8`).waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(await focused()).toBe(`Seed of ${last}`)
  for (const name of [`Move ${last} up`, `Move ${last} down`]) {
    await page.keyboard.press('Tab')
    expect(await focused()).toBe(name)
  }
  await page.keyboard.press('Enter')
  await page.getByText(`${last} is seed 2 of 8`).waitFor()
  expect(await focused()).toBe(`Move ${last} down`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const { seeds } = await host.do('GET', `/api/admin/cups/${id}/seeds`)
  expect(seeds).toEqual([before[0], before.at(-1), ...before.slice(1, -1)])
  expect(complaints).toEqual([])
  await close()
  return seeds
}

/** A match of the bracket on the page, by the sentence that a screen reader reads. */
const sentence = (page: Page, text: RegExp) =>
  page
    .getByRole('region', { name: 'Bracket' })
    .getByRole('link', { name: text })
    .or(page.getByRole('region', { name: 'Bracket' }).getByText(text))
    .first()

test('[cups.100] [tonight.63] A cup of eight is made, ruled and ended from its pages alone: a no-show, a wrong result that is disputed, a ban in the middle, and a champion whom a spectator sees come', async () => {
  const names = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hana']
  const players: Player[] = []
  for (const [at, name] of names.entries()) players.push(await linkedPlayer(`${name} of eight`, at))
  const byName = new Map(players.map((player) => [player.name, player]))

  // The organiser makes an event, and a cup of it.
  const office = await openTab(browser)
  await host.sitDownAt(office.context)
  await visit(office.page, `${site.url}/admin/events`)
  await office.page.getByRole('button', { name: 'New event' }).first().click()
  const dialog = office.page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Friday Eight')
  const start = new Date(Date.now() + 24 * 3_600_000)
  start.setSeconds(0, 0)
  await dialog.getByLabel('Start').fill(start.toISOString().slice(0, 16))
  await dialog.getByRole('button', { name: 'Create event' }).click()
  await dialog.waitFor({ state: 'detached' })
  await eventRow(office.page, 'Friday Eight').getByRole('button', { name: 'Cup', exact: true }).click()
  await dialog.getByLabel('Seats').fill('8')
  await choose(office.page, 'The final', 'One game')
  await choose(office.page, 'Mode', 'Sumo')
  await expectAccessible(office.page)
  await dialog.getByRole('button', { name: 'Make it a cup' }).click()
  await dialog.waitFor({ state: 'detached' })
  const id = await cupCalled('Friday Eight')

  // A player registers and checks in on a phone, the others as well.
  const phone = await openTab(browser, { size: 'narrow', hasTouch: true })
  const [ada, ...others] = players
  await ada!.person.sitDownAt(phone.context)
  await visit(phone.page, `${site.url}/cups/${id}`)
  await phone.page.getByRole('button', { name: 'Register' }).click()
  await phone.page.getByText('You are registered.').waitFor()
  for (const { person } of others) await person.do('POST', `/api/events/${id}/register`)
  await timePasses(site, id, Math.round((start.getTime() - Date.now()) / 60_000) - 20)
  await visit(phone.page, `${site.url}/cups/${id}`)
  await phone.page.getByRole('button', { name: 'Check in' }).click()
  await phone.page.getByText('You are checked in.').waitFor()
  await expectAccessible(phone.page)
  await expectNoSidewaysScroll(phone.page)
  for (const { person } of others) await person.do('PUT', `/api/cups/${id}/check-in`)
  await phone.page.getByText('8 of 8 seats').waitFor()
  const seeds = await reorderByKeyboard(id)
  await timePasses(site, id, 21)
  await phone.page.getByRole('heading', { name: 'My next match' }).waitFor()
  await phone.page.getByRole('button', { name: 'Ready' }).click()
  await phone.page.getByText('You are ready.').waitFor()
  await expectAccessible(phone.page)
  await expectNoSidewaysScroll(phone.page)

  const audience = await openTab(browser)
  await visit(audience.page, `${site.url}/cups/${id}`)
  await audience.page.getByRole('heading', { name: 'Being played' }).waitFor()
  const cup = async () => await host.do('GET', `/api/cups/${id}`)
  const first = await cup()
  expect(first.entrants.map(({ entrant }: { entrant: number }) => entrant)).toEqual(seeds)
  const nameOf = new Map(
    first.entrants.map(({ entrant, username }: { entrant: number; username: string }) => [entrant, username]),
  )
  const pairs = first.rounds[0].nodes.map(({ sides }: { sides: number[] }) =>
    sides.map((side) => byName.get(nameOf.get(side) as string)!),
  ) as [Player, Player][]
  const at = pairs.findIndex((pair) => pair.includes(ada!))
  const [own, ...rest] = [pairs[at]!, ...pairs.filter((_, index) => index !== at)]
  const [wrong, banned] = [rest[0]!, rest[1]!]

  // Nobody comes against Ada, who said that she is there.
  for (const [winner, loser] of [wrong, banned]) {
    await winner.person.do('POST', `/api/cups/${id}/ready`, {
      cupMatchId: callOf(first, nameOf, winner.name),
    })
    await loser.person.do('POST', `/api/cups/${id}/ready`, { cupMatchId: callOf(first, nameOf, loser.name) })
  }
  const played4 = rest[2]!
  await report(played(played4[0], played4[1]))
  await timePasses(site, id, 6)
  await sentence(audience.page, /Ada of eight advances, the other side did not show up/).waitFor()
  await expectAccessible(audience.page)
  // The game server told the wrong winner: who won says so on a phone, and the organiser finds it.
  await report(played(wrong[1], wrong[0]))
  await sentence(audience.page, new RegExp(`${wrong[1].name} advances`)).waitFor()
  const other = await openTab(browser, { size: 'narrow', hasTouch: true })
  await wrong[0].person.sitDownAt(other.context)
  await visit(other.page, `${site.url}/cups/${id}`)
  await other.page.getByRole('button', { name: 'This result is wrong' }).click()
  await other.page.getByLabel('What happened?').fill('I hit last, and the other fell.')
  await expectAccessible(other.page)
  await expectNoSidewaysScroll(other.page)
  await other.page.getByRole('button', { name: 'Dispute', exact: true }).click()
  await other.page.locator('[role=dialog]').waitFor({ state: 'detached' })
  await other.page.getByRole('button', { name: 'This result is wrong' }).waitFor({ state: 'detached' })
  await visit(office.page, `${site.url}/cups/${id}`)
  await office.page.getByText('I hit last, and the other fell.').waitFor()
  await rule(office.page, 'Award a match', 'The replay shows the other winner.', new RegExp(wrong[0].name), [
    'Winner',
    wrong[0].name,
  ])
  await sentence(audience.page, new RegExp(`${wrong[0].name} advances, by a ruling`)).waitFor()
  // A ban takes a player out in the middle of a match.
  await host.do('POST', '/api/admin/punishments', {
    userId: banned[0].person.id,
    kind: 'ban',
    reason: 'Flies in the cup',
    until: new Date(Date.now() + 3_600_000).toISOString(),
  })
  await sentence(audience.page, new RegExp(`${banned[1].name} advances`)).waitFor()

  // On to the final.
  for (const round of [1, 2]) {
    await expect
      .poll(async () => (await cup()).rounds[round].nodes.every((node: { call?: object }) => node.call))
      .toBe(true)
    for (const { sides } of (await cup()).rounds[round].nodes as { sides: number[] }[]) {
      const pair = sides.map((side) => byName.get(nameOf.get(side) as string)!)
      const winner = pair.find((player) => player === ada) ?? pair[0]!
      await report(played(winner, pair.find((player) => player !== winner)!))
    }
  }
  await sentence(audience.page, /^Final: .*Ada of eight wins/).waitFor()
  await phone.page.getByText('Your place: 1.').waitFor()
  await expectNoSidewaysScroll(phone.page)
  await timePasses(site, id, 11)
  await audience.page.getByText('Champion:').waitFor()
  await expect.poll(async () => (await cup()).phase).toBe('final')
  expect((await cup()).champion.username).toBe('Ada of eight')
  await expectAccessible(audience.page)
  expect([...phone.complaints, ...audience.complaints, ...other.complaints]).toEqual([])
  // The form of an event that is no cup yet asked for its cup.
  expect(office.complaints).toEqual([expect.stringContaining('404')])
  expect(own).toContain(ada)
  await Promise.all([office, phone, audience, other].map(({ close }) => close()))
})

test('[cups.155] A cup of teams from its pages alone: a captain shows the code on a phone, who enters it joins while the phone looks on, both check in, and their team wins under its name', async () => {
  const office = await openTab(browser)
  await host.sitDownAt(office.context)
  await visit(office.page, `${site.url}/admin/events`)
  await office.page.getByRole('button', { name: 'New event' }).first().click()
  const dialog = office.page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Duos on Saturday')
  const start = new Date(Date.now() + 24 * 3_600_000)
  start.setSeconds(0, 0)
  await dialog.getByLabel('Start').fill(start.toISOString().slice(0, 16))
  await dialog.getByRole('button', { name: 'Create event' }).click()
  await dialog.waitFor({ state: 'detached' })
  await eventRow(office.page, 'Duos on Saturday').getByRole('button', { name: 'Cup', exact: true }).click()
  await choose(office.page, 'Players a side', '2: teams')
  await dialog.getByLabel('Seats for teams').fill('4')
  await choose(office.page, 'The final', 'One game')
  await choose(office.page, 'Mode', 'Sumo')
  await expectAccessible(office.page)
  await dialog.getByRole('button', { name: 'Make it a cup' }).click()
  await dialog.waitFor({ state: 'detached' })
  const id = await cupCalled('Duos on Saturday')

  const duos: Player[][] = []
  for (const [at, name] of ['Ivy', 'Jon', 'Kim', 'Leo', 'Mia', 'Ned', 'Oda', 'Pip'].entries()) {
    const player = await linkedPlayer(`${name} of duos`, 20 + at)
    if (at % 2 === 0) duos.push([player])
    else duos.at(-1)!.push(player)
  }
  const [[ivy, jon], ...others] = duos as [[Player, Player], ...[Player, Player][]]
  const [phone, desktop] = [
    await openTab(browser, { size: 'narrow', hasTouch: true }),
    await openTab(browser),
  ]
  await ivy.person.sitDownAt(phone.context)
  await jon.person.sitDownAt(desktop.context)
  await visit(phone.page, `${site.url}/cups/${id}`)
  await phone.page.getByLabel('Name of the team').fill('Silver Foxes')
  await expectAccessible(phone.page)
  await phone.page.getByRole('button', { name: 'Make a team' }).click()
  const code = await phone.page.getByText(/^[A-HJ-NP-Z2-9]{8}$/).textContent()
  await expectAccessible(phone.page)
  await expectNoSidewaysScroll(phone.page)
  await visit(desktop.page, `${site.url}/cups/${id}`)
  await desktop.page.getByLabel('Code').fill(code!.toLowerCase())
  await desktop.page.getByRole('button', { name: 'Join the team' }).click()
  await desktop.page.getByRole('button', { name: 'Leave the team' }).waitFor()
  await phone.page.getByText('0 of 2 checked in').first().waitFor()
  for (const [at, [captain, mate]] of others.entries()) {
    const { team } = await captain.person.do('POST', `/api/cups/${id}/teams`, { name: `Wolves ${at + 1}` })
    await mate.person.do('POST', `/api/cups/${id}/teams/join`, { code: team.code })
  }

  await timePasses(site, id, Math.round((start.getTime() - Date.now()) / 60_000) - 20)
  for (const [captain, mate] of others)
    for (const { person } of [captain, mate]) await person.do('PUT', `/api/cups/${id}/check-in`)
  for (const { page } of [phone, desktop]) {
    await visit(page, `${site.url}/cups/${id}`)
    await page.getByRole('button', { name: 'Check in' }).click()
    await page.getByRole('button', { name: /my check-in/ }).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
  await phone.page.getByText('Your team is checked in.').first().waitFor()
  await phone.page.getByText('4 of 4 seats').waitFor()
  await timePasses(site, id, 21)
  await desktop.page.getByRole('heading', { name: 'My next match' }).waitFor()

  const audience = await openTab(browser)
  await visit(audience.page, `${site.url}/cups/${id}`)
  const cup = async () => await host.do('GET', `/api/cups/${id}`)
  const nameOf = new Map(
    (await cup()).entrants.map(({ entrant, username }: { entrant: number; username: string }) => [
      username,
      entrant,
    ]),
  )
  const playersOf = (entrant: number) =>
    entrant === nameOf.get('Silver Foxes')
      ? [ivy, jon]
      : others[[1, 2, 3].findIndex((nth) => nameOf.get(`Wolves ${nth}`) === entrant)]!
  for (const round of [0, 1]) {
    await expect
      .poll(async () => (await cup()).rounds[round].nodes.every((node: { call?: object }) => node.call))
      .toBe(true)
    for (const { sides } of (await cup()).rounds[round].nodes as { sides: [number, number] }[]) {
      const winner = sides.find((side) => side === nameOf.get('Silver Foxes')) ?? sides[0]
      const loser = sides.find((side) => side !== winner)!
      await report(playedByTeams(playersOf(winner), playersOf(loser)))
    }
  }
  await sentence(audience.page, /^Final: .*Silver Foxes wins/).waitFor()
  await phone.page.getByText('Your place: 1.').waitFor()
  await expectAccessible(audience.page)
  await expectNoSidewaysScroll(phone.page)
  await timePasses(site, id, 11)
  await audience.page.getByText('Champion:').waitFor()
  expect((await cup()).champion).toMatchObject({ id: null, username: 'Silver Foxes' })
  expect([...phone.complaints, ...desktop.complaints, ...audience.complaints]).toEqual([])
  await Promise.all([office, phone, desktop, audience].map(({ close }) => close()))
})

/** A match between two teams that ends now. */
function playedByTeams(winners: readonly Player[], losers: readonly Player[]) {
  const match = played(winners[0]!, losers[0]!)
  const [won, lost] = match.data.players as [object, object]
  const side = (players: readonly Player[], of: object, team: string) =>
    players.map(({ xuid, gamertag }) => ({ ...of, xuid, gamertag, team }))
  return {
    ...match,
    data: { ...match.data, players: [...side(winners, won, 'red'), ...side(losers, lost, 'blue')] },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as the site said it.
function callOf(cup: any, nameOf: ReadonlyMap<unknown, unknown>, name: string): string {
  // biome-ignore lint/suspicious/noExplicitAny: as the site said it.
  const node = cup.rounds[0].nodes.find(({ sides }: any) =>
    sides.some((side: number) => nameOf.get(side) === name),
  )
  return node.call.cupMatchId
}
