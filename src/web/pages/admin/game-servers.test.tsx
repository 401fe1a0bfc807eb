import { readFileSync } from 'node:fs'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GameServerRecord } from '../../../contract/matches/game-servers-schemas.ts'
import { snippetsOf } from '../../domains/matches/game-servers/snippets.ts'
import { whenReady } from '../../testing/actions.ts'
import {
  expectToast,
  inTurn,
  leaveAdmin,
  openAdmin,
  prepareAdmin,
  press,
  sent,
  viewerOf,
} from '../../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import * as page from './game-servers.tsx'

beforeEach(prepareAdmin)
afterEach(() => {
  vi.useRealTimers()
  leaveAdmin()
})

const path = '/admin/settings/game-servers'
const list = 'GET /api/admin/game-servers'

const server: GameServerRecord = {
  version: 1,
  id: 1,
  name: 'Practice EU',
  setsRanks: true,
  unlinksOthers: false,
  createdAt: '2026-11-01T10:00:00.000Z',
  revokedAt: null,
  state: 'online',
  lastSeenAt: new Date().toISOString(),
  playerCount: 42,
  eventsPerMinute: 12.5,
  medianLagMs: 362,
  rejected: 3,
}
const revoked: GameServerRecord = {
  ...server,
  id: 2,
  name: 'Old hub',
  setsRanks: false,
  state: 'revoked',
  revokedAt: '2026-11-20T10:00:00.000Z',
  playerCount: null,
  rejected: 0,
}
const waiting: GameServerRecord = {
  ...server,
  id: 3,
  name: 'Practice US',
  state: 'waiting',
  lastSeenAt: null,
  playerCount: null,
  eventsPerMinute: 0,
  medianLagMs: null,
  rejected: 0,
}

const itemOf = (name: string) => {
  const item = screen.getByRole('heading', { name }).closest('li')
  if (item === null) throw new Error(`${name} is not listed`)
  return within(item)
}

test('[settings.108] A Manager reads how each server does, with its last rejections, and changes nothing', async () => {
  fakeApi({
    [list]: respondWith([server, revoked]),
    'GET /api/admin/game-servers/1/rejections': respondWith([
      { at: '2026-11-27T06:00:00.000Z', type: 'match', reason: 'data.gameType must be 2 to 32 of a-z' },
      { at: '2026-11-27T05:00:00.000Z', type: null, reason: 'type must be one of match' },
    ]),
  })
  await openAdmin(page, path, viewerOf('Manager'))
  await screen.findByText('Online, 42 players')
  const item = itemOf('Practice EU')
  expect(item.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/now|second/),
    '12.5',
    '362 ms',
    '3',
  ])
  expect(item.getByText('Sets ranks')).toBeTruthy()
  expect(itemOf('Old hub').getByText('Revoked')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^(New|Edit|Revoke)/ })).toBeNull()
  const summary = item.getByText('Last rejections')
  const details = summary.closest('details')
  await act(async () => {
    if (details !== null) details.open = true
    details?.dispatchEvent(new Event('toggle'))
  })
  expect(await item.findByText('data.gameType must be 2 to 32 of a-z')).toBeTruthy()
  expect(item.getByText('unknown type')).toBeTruthy()
})

test('[settings.108] An Owner renames a server and revokes its key after a question', async () => {
  const calls = fakeApi({
    [list]: respondWith([server]),
    'PATCH /api/admin/game-servers/1': respondWith({ ...server, name: 'Practice' }),
    'POST /api/admin/game-servers/1/revoke': respondWith({ ...server, state: 'revoked' }),
  })
  await openAdmin(page, path, viewerOf('Owner'))
  await screen.findByText('Online, 42 players')
  await press('Edit Practice EU')
  await whenReady.change(screen.getByLabelText(/^Name/), { target: { value: 'Practice' } })
  await press('Save changes')
  await waitFor(() =>
    expect(sent(calls, 'PATCH')).toEqual([['/api/admin/game-servers/1', { name: 'Practice' }]]),
  )
  await expectToast('Game server updated', 'Practice')
  await press('Revoke Practice EU')
  expect(sent(calls, 'POST')).toEqual([])
  await press('Revoke')
  await waitFor(() => expect(sent(calls, 'POST')).toEqual([['/api/admin/game-servers/1/revoke', undefined]]))
  await expectToast('Game server revoked', 'Practice EU')
})

test('[settings.109] A new key is shown once with what to paste for each software, and “waiting” turns green by itself', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  const calls = fakeApi({
    [list]: inTurn([], [waiting], [waiting], [{ ...waiting, state: 'online', playerCount: 1 }]),
    'POST /api/admin/game-servers': respondWith({ server: waiting, secret: 'key_once' }, 201),
  })
  await openAdmin(page, path, viewerOf('Owner'))
  expect(await screen.findByText('No game server yet')).toBeTruthy()
  await press('New game server')
  await whenReady.change(screen.getByLabelText(/^Name/), { target: { value: 'Practice US' } })
  await press('Make the key')
  await waitFor(() =>
    expect(sent(calls, 'POST')).toEqual([
      ['/api/admin/game-servers', { name: 'Practice US', setsRanks: false }],
    ]),
  )
  expect(await screen.findByText('Connect Practice US')).toBeTruthy()
  const state = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(state()).toContain('Waiting for the first heartbeat')
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Bedrock pack',
    'PocketMine-MP',
    'SerenityJS',
    'PHP',
    'Node.js',
    'curl',
  ])
  expect(screen.getByRole('tabpanel').textContent).toContain('"vulx_authorization": "Bearer key_once"')
  await act(() => vi.advanceTimersByTimeAsync(4_500))
  expect(state()).toContain('Online, 1 player')
  await press('Done')
  expect(document.body.textContent).not.toContain('key_once')
})

test('[settings.109] A name that the site refuses stays in the form with the reason', async () => {
  fakeApi({
    [list]: respondWith([]),
    'POST /api/admin/game-servers': refuse(400, 'validation', 'Name is taken', { name: 'Name is taken' }),
  })
  await openAdmin(page, path, viewerOf('Owner'))
  await press('New game server')
  await whenReady.change(screen.getByLabelText(/^Name/), { target: { value: 'Mine' } })
  await press('Make the key')
  expect(await screen.findByText('Name is taken')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Mine')
})

test('[settings.110] What is pasted names the settings, classes and modules that the integrations have', () => {
  const file = (name: string) => readFileSync(`integrations/${name}`, 'utf8')
  const text = (software: string) => {
    const found = snippetsOf({ url: 'https://isles.example', secret: 'key_once' }).find(
      (one) => one.software === software,
    )
    if (found === undefined) throw new Error(`nothing is offered for ${software}`)
    expect(readFileSync(found.docs, 'utf8').length).toBeGreaterThan(0)
    expect(found.text).toContain('https://isles.example')
    expect(found.text).toContain('key_once')
    return found.text
  }
  expect(JSON.parse(`{${text('Bedrock pack').replace('\n', ',')}}`)).toEqual({
    vulx_url: 'https://isles.example',
    vulx_authorization: 'Bearer key_once',
  })
  expect(file('bedrock-pack/config/variables.json')).toContain('"vulx_url"')
  expect(file('bedrock-pack/config/secrets.json')).toContain('"vulx_authorization": "Bearer ')
  const keysOf = (yaml: string) => [...yaml.matchAll(/^([a-z-]+):/gm)].map(([, key]) => key)
  expect(keysOf(file('pocketmine/resources/config.yml'))).toEqual(
    expect.arrayContaining(keysOf(text('PocketMine-MP'))),
  )
  for (const [, name = ''] of text('SerenityJS').matchAll(/^(\w+)=/gm))
    expect(file('serenity/README.md')).toContain(name)
  for (const name of ['CurlHttp', 'FileStorage', 'SiteClient']) {
    expect(text('PHP')).toContain(`new ${name}(`)
    expect(file(`php/src/${name}.php`)).toContain(`class ${name}`)
  }
  for (const [, name = ''] of text('Node.js').matchAll(/^import .* from '(.*)'/gm))
    expect(file('core/README.md')).toContain(`'${name}'`)
  for (const name of ['fetchHttp', 'fileStorage', 'nodeClock']) {
    expect(text('Node.js')).toContain(name)
    expect(file('core/src/node.ts')).toContain(name)
  }
  // The body of the call for a shell, as a shell would send it.
  const [, body = ''] = /<<JSON\n([\s\S]*)\nJSON$/.exec(text('curl')) ?? []
  expect(JSON.parse(body.replace(/"\$\(cat [^"]*"/, '"id"').replace(/"\$\(date [^"]*"/, '"at"'))).toEqual({
    events: [{ id: 'id', type: 'heartbeat', at: 'at', data: { playerCount: 0 } }],
  })
})
