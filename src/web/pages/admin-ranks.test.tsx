import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RankRecord } from '../../contract/accounts/rank-admin-schemas.ts'
import { applyRanks, shippedRanks } from '../../contract/accounts/ranks.ts'
import { whenReady } from '../testing/actions.ts'
import {
  choose,
  expectToast,
  leaveAdmin,
  openAdmin,
  optionsOf,
  prepareAdmin,
  press,
  sent,
  viewerOf,
} from '../testing/admin-setup.tsx'
import { fakeApi, respondWith } from '../testing/fake-api.ts'
import * as page from './admin-ranks.tsx'

beforeEach(prepareAdmin)
afterEach(() => {
  leaveAdmin()
  applyRanks()
})

const path = '/admin/settings/ranks'
const list = 'GET /api/admin/ranks'

const unknown = 'GET /api/admin/game-servers/unknown-ranks'

const shipped: RankRecord[] = shippedRanks.map((key, at) => ({
  key,
  number: at,
  name: key,
  colour: null,
  power: (['helper', 'moderator', 'product', 'admin', 'manager', 'owner'] as const)[at - 4] ?? 'member',
  level: at,
  aliases: [],
  shown: true,
  shipped: true,
  members: at === 0 ? null : 0,
}))

const legend: RankRecord = {
  key: 'Legend',
  number: 10,
  name: 'Champion',
  colour: '#ff66aa',
  power: 'member',
  level: 0,
  aliases: [],
  shown: true,
  shipped: false,
  members: 3,
}

const records = [...shipped.slice(0, 4), legend, ...shipped.slice(4)]

test('[settings.44] The page lists every rank with key, power, level and members, own colours by a style', async () => {
  fakeApi({ [list]: respondWith(records), [unknown]: respondWith([]) })
  await openAdmin(page, path, viewerOf('Manager'))
  const badge = (await screen.findByText('Champion')).closest('span[style]')
  expect(badge?.getAttribute('style')).toBe('color: rgb(255, 102, 170);')
  const members = screen.getByRole('link', { name: '3 members' })
  expect(members.parentElement?.textContent).toBe(
    'Legend · power of Member · level 0 · number 10 · 3 members',
  )
  expect(members.getAttribute('href')).toBe('/admin/members?rank=Legend')
  expect(screen.getAllByRole('listitem').filter((item) => item.querySelector('h2')).length).toBe(11)
  expect(screen.queryByRole('button', { name: 'New rank' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Edit / })).toBeNull()
})

test('[settings.44] An Owner renames a rank, moves it among those of its power and merges it', async () => {
  const calls = fakeApi({
    [list]: respondWith(records),
    [unknown]: respondWith([]),
    'PATCH /api/admin/ranks/Legend': respondWith({ ...legend, name: 'Legend' }),
    'PUT /api/admin/ranks/order': respondWith(records),
    'POST /api/admin/ranks/Legend/merge': respondWith(shipped),
  })
  await openAdmin(page, path, viewerOf('Owner'))
  expect(await screen.findByRole('button', { name: 'Move Champion up' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Move Champion down' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Merge Gold' })).toBeNull()
  await press('Move Champion up')
  expect(sent(calls, 'PUT')).toEqual([
    [
      '/api/admin/ranks/order',
      { order: ['Member', 'Gold', 'Emerald', 'Legend', 'Diamond', ...shippedRanks.slice(4)] },
    ],
  ])
  await press('Edit Champion')
  await whenReady.change(screen.getByLabelText(/^Name/), { target: { value: 'Legend' } })
  await press('Save changes')
  await expectToast('Rank updated', 'Legend')
  expect(sent(calls, 'PATCH')).toEqual([['/api/admin/ranks/Legend', { name: 'Legend' }]])
  await press('Merge Champion')
  await choose('Into', 'Diamond')
  await press('Merge')
  await expectToast('Ranks merged', 'Champion is Diamond now.')
  expect(sent(calls, 'POST')).toEqual([['/api/admin/ranks/Legend/merge', { into: 'Diamond' }]])
})

test('[settings.45] The table of powers says what the permission functions say', async () => {
  fakeApi({ [list]: respondWith(records), [unknown]: respondWith([]) })
  await openAdmin(page, path, viewerOf('Owner'))
  const table = within(await screen.findByRole('region', { name: 'Powers and what they may do' }))
  const rowOf = (name: RegExp) =>
    within(table.getByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  const [yes, no] = ['Yes', '–']
  expect(rowOf(/^Enter the staff area/)).toEqual([no, yes, yes, yes, yes, yes, yes])
  expect(rowOf(/^Ban/)).toEqual([no, no, yes, yes, yes, yes, yes])
  expect(rowOf(/^News/)).toEqual([no, no, no, no, yes, yes, yes])
  expect(rowOf(/^Change ranks/)).toEqual([no, no, no, no, no, no, yes])
})

const said = [
  { name: 'vip+', server: 'EU 1', count: 214, lastAt: new Date().toISOString() },
  { name: 'Mythic', server: 'EU 1', count: 1, lastAt: new Date().toISOString() },
]

test('[settings.49] The page of ranks names what game servers called players, with how often; a Manager only reads it', async () => {
  fakeApi({ [list]: respondWith(records), [unknown]: respondWith(said) })
  await openAdmin(page, path, viewerOf('Manager'))
  const rows = within(await screen.findByRole('region', { name: 'Unknown ranks from game servers' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/^vip\+, 214 times from EU 1 · /)
  expect(rows[1]).toMatch(/^Mythic, 1 time from EU 1 · /)
  expect(screen.queryByRole('button', { name: /Mythic/ })).toBeNull()
})

test('[settings.49] An Owner makes an unknown name a rank, or another name of a rank of members', async () => {
  const calls = fakeApi({
    [list]: respondWith(records),
    [unknown]: respondWith(said),
    'POST /api/admin/ranks': respondWith({ ...legend, key: 'Mythic', name: 'Mythic' }),
    'PATCH /api/admin/ranks/Legend': respondWith({ ...legend, aliases: ['vip+'] }),
  })
  await openAdmin(page, path, viewerOf('Owner'))
  await screen.findByRole('region', { name: 'Unknown ranks from game servers' })
  await press('Make Mythic a rank')
  await press('Create rank')
  await expectToast('Rank created', 'Mythic')
  expect(sent(calls, 'POST')).toEqual([
    ['/api/admin/ranks', { name: 'Mythic', colour: '#8fd3ff', power: 'member' }],
  ])
  await press('vip+ is the same as…')
  await press('Save')
  expect(screen.getByText('Please choose a rank')).toBeTruthy()
  expect((await optionsOf('Rank')).map(({ textContent }) => textContent)).toEqual([
    'Member',
    'Gold',
    'Emerald',
    'Diamond',
    'Champion',
  ])
  await whenReady.click(screen.getByRole('option', { name: 'Champion' }))
  await press('Save')
  await expectToast('Rank updated', 'vip+ is the same as Champion.')
  expect(sent(calls, 'PATCH')).toEqual([['/api/admin/ranks/Legend', { aliases: ['vip+'] }]])
})
