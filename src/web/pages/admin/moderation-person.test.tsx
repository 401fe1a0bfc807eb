import { within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noStats } from '../../../contract/rankings/stats.ts'
import {
  aPerson,
  aPlayerCase,
  at,
  cardOf,
  fakeApi,
  openPath,
} from '../../domains/moderation/testing/setup.ts'
import { aMatch, matchIdAt, part } from '../../domains/players/testing/setup.tsx'
import { whenReady } from '../../testing/actions.ts'
import { leaveAdmin, openAdmin, prepareAdmin, viewerOf } from '../../testing/admin-setup.tsx'
import { refuse, respondWith } from '../../testing/fake-api.ts'
import * as page from './moderation.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const vexin = {
  ...aPerson(41, 'Vexin'),
  formerNames: ['Old Tag', 'Older Tag'],
  otherCases: [
    {
      id: 12,
      subjectType: 'pattern' as const,
      pattern: 'throwing' as const,
      status: 'open' as const,
      lastAt: at,
    },
    { id: 9, subjectType: 'post' as const, pattern: null, status: 'removed' as const, lastAt: at },
  ],
}
const matches = Array.from({ length: 7 }, (_, n) =>
  aMatch({
    matchId: matchIdAt(n + 1),
    gameType: 'boxing',
    players: [part(41, 'Vexin', { result: 'loss' }), part(8, 'Pyrite', { result: 'win' })],
  }),
)
const responses = {
  [`GET ${openPath}`]: respondWith([aPlayerCase({ subject: vexin })]),
  'GET /api/stats/41': respondWith({ ...noStats('overall'), wins: 30, losses: 10, kills: 90, deaths: 60 }),
  'GET /api/players/41/matches': respondWith(matches),
}

const aboutVexin = async () => {
  await openAdmin(page, '/admin/moderation', viewerOf('Helper'))
  return within(await (await cardOf(/Vexin/)).findByRole('region', { name: 'About Vexin' }))
}

test('[tonight.37] a case shows the account’s age, earlier names, figures, last five matches and other cases of its person', async () => {
  fakeApi(responses)
  const about = await aboutVexin()
  expect(about.getByText('Old Tag, Older Tag')).toBeTruthy()
  expect(about.getByText(/^Member since/).textContent).toContain('2026')
  expect((await about.findByText('75.0%')).tagName).toBe('DD')
  expect(about.getByText('1.50')).toBeTruthy()
  const last = within(await about.findByRole('list', { name: 'Last matches' })).getAllByRole('listitem')
  expect(last).toHaveLength(5)
  expect(last[0]?.textContent).toMatch(/^LossBoxing.* Pyrite/)
  const others = within(about.getByRole('list', { name: 'Other cases' })).getAllByRole('link')
  expect(others.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Quick losses without a kill', '/admin/moderation?open=12'],
    ['Post by Vexin', '/admin/moderation?open=9'],
  ])
})

test('[tonight.37] figures and matches that did not come hide nothing of the case, and each is asked for again by a button', async () => {
  const down = refuse(503, 'unavailable', 'Not now')
  const asked = new Set<string>()
  /** Fails until it is asked for by the button. */
  const later = (call: keyof typeof responses) => () => {
    const isFirst = !asked.has(call)
    asked.add(call)
    return isFirst ? down() : responses[call]!()
  }
  fakeApi({
    ...responses,
    'GET /api/stats/41': later('GET /api/stats/41'),
    'GET /api/players/41/matches': later('GET /api/players/41/matches'),
  })
  const about = await aboutVexin()
  await about.findByText('The figures could not be loaded.')
  await about.findByText('The matches could not be loaded.')
  expect(about.getByText('Old Tag, Older Tag')).toBeTruthy()
  for (const button of about.getAllByRole('button', { name: 'Try again' })) await whenReady.click(button)
  expect(await about.findByText('75.0%')).toBeTruthy()
  expect(await about.findByRole('list', { name: 'Last matches' })).toBeTruthy()
})

test('[tonight.38] a case has two main actions; the others are in a menu, each with a line on what happens', async () => {
  fakeApi(responses)
  await openAdmin(page, '/admin/moderation', viewerOf('Moderator'))
  const card = await cardOf(/Vexin/)
  const menu = card.getByText('More actions').closest('details')!
  const decisions = card.getAllByRole('button', { name: /Vexin/ })
  const isInMenu = (button: HTMLElement) => menu.contains(button)
  expect(decisions.filter((button) => !isInMenu(button)).map(({ textContent }) => textContent)).toEqual([
    'Claim (Vexin)',
    'Dealt with (Vexin)',
    'No violation (Vexin)',
  ])
  expect(menu.open).toBe(false)
  const lines = within(menu).getAllByRole('listitem')
  expect(lines.map((line) => within(line).getByRole('button').textContent)).toEqual([
    'Insufficient (Vexin)',
    'Duplicate (Vexin)',
    'Punish Vexin',
    'Restrict Vexin',
    'Clear profile of Vexin',
  ])
  for (const line of lines) expect(line.querySelector('p')?.textContent).toMatch(/\.$/)
})
