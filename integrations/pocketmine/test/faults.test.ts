import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPhp } from '../../../scripts/lib/php.mjs'
import { FakeSite } from '../../conformance/fake-site.mjs'

// faults.php, once: what PocketMine-MP would have been thrown, what the console said and what the site got.

const [dan, eve] = [{ xuid: '2535400000000004' }, { xuid: '2535400000000005' }]
const ban = '01890a5d-ac96-774b-bcce-b302099a8057'
const mute = '01890a5d-ac96-774b-bcce-b302099a8058'

let site: FakeSite
// biome-ignore lint/suspicious/noExplicitAny: what the program prints.
let seen: any
const linesOf = (step: string): string[] => seen.lines[step]
const sent = (type: string) => [...site.ledger.events.values()].filter((event) => event.type === type)
const matches = () => [...site.ledger.matches.values()].map(({ match }) => match)

function punish() {
  site.tell('punish', { ...dan, id: ban, kind: 'ban', reason: 'Flying', text: 'Banned: Flying. Code K7P2' })
  site.tell('punish', { ...eve, id: mute, kind: 'mute', reason: 'Insults', text: 'Muted: Insults' })
}

beforeAll(async () => {
  site = await new FakeSite({ keys: ['the-key'], contract: 2 }).start()
  site.nextPollMs = 1_000
  site.texts = { 'cup.player': 'The website says: You have no open match' }
  site.reject = ({ type }) => (type === 'cup.player' ? 'You have no open match' : undefined)
  const folder = mkdtempSync(join(tmpdir(), 'pocketmine-'))
  const child = spawn(findPhp() ?? 'php', [fileURLToPath(new URL('./faults.php', import.meta.url))], {
    env: { ...process.env, SITE_URL: site.url, SITE_KEY: 'the-key', SPOOL_DIRECTORY: folder },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
      if (String(chunk).startsWith('{"order":"punish"')) punish()
      if (String(chunk).startsWith('{"order":"pardon"')) site.tell('pardon', { ...dan, id: ban })
    })
  await once(child, 'close')
  rmSync(folder, { recursive: true })
  seen = JSON.parse(output.trim().split('\n').at(-1) ?? '')
}, 180_000)
afterAll(() => site.stop())

test('[pocketmine.01] Nothing that the plugin or its example does throws into PocketMine-MP, whoever left and whatever the disk does', () => {
  expect(seen.thrown).toEqual({})
})

test('[pocketmine.02] A player who left a duel keeps XUID and name for its match, has no ping, and loses it once', () => {
  expect(seen.gone).toMatchObject({ xuid: '2535400000000001', gamertag: 'Ann', pingMs: null })
  expect(matches()[0]).toMatchObject({
    players: [
      { gamertag: 'Ben', result: 'win' },
      { gamertag: 'Ann', result: 'loss' },
    ],
  })
  expect(matches()).toHaveLength(2)
})

test('[pocketmine.03] A match with a player without an Xbox account is not reported by the example, and refused by name where a core reports it', () => {
  expect(linesOf('a player without an account dies')).toEqual([])
  expect(seen.unknown).toMatch(/^players\[1\] needs exactly one of xuid and pfid/)
  expect(JSON.stringify(matches())).not.toContain('Cara')
})

test('[pocketmine.04] Where the disk fails a report says so to its caller, the console says it once a minute, and the next one after it counts', () => {
  expect(seen.full).toMatch(/spool cannot be written: is the disk full, or the directory gone\?$/)
  expect(linesOf('a report on a broken disk')).toEqual([`a report was not taken: ${seen.full}`])
  expect(linesOf('another one')).toEqual([])
  expect(linesOf('a join on a broken disk')).toEqual([])
  expect(linesOf('a command on a broken disk')).toEqual([`link.request could not be stored: ${seen.full}`])
  expect(seen.said.Eve).toContain('Not possible right now, please try again later.')
  expect(seen.mended).toBe(true)
  expect(matches().at(-1)).toMatchObject({ players: [{ gamertag: 'Ben' }, { gamertag: 'Eve' }] })
})

test('[pocketmine.05] A disk that fails costs no heartbeat: the site goes on showing the server', () => {
  expect(linesOf('ticks on a broken disk').filter((line) => line.includes('events are kept'))).toEqual([])
})

test('[pocketmine.06] A start that fails says why and leaves the server running', () => {
  expect(linesOf('a start without a directory').join('\n')).toMatch(/^the start failed: /m)
})

test('[pocketmine.07] A ban of the site kicks the player with its text and refuses the next login, until it is lifted', () => {
  expect(seen.screen).toBe('Banned: Flying. Code K7P2')
  expect(seen.banned).toBe('Banned: Flying. Code K7P2')
  expect(seen.pardoned).toBeNull()
})

test('[pocketmine.08] A mute of the site stops the chat of its player, and a pardon of somebody else changes nothing about it', () => {
  expect(seen.said.Eve[0]).toBe('Muted: Insults')
  expect([seen.muted, seen.stillMuted]).toEqual([true, true])
})

test('[pocketmine.09] What the plugin put into force is said back, so that the site shows it, and then confirmed', () => {
  expect(sent('punishment').map(({ data }) => [data.id, data.kind])).toEqual([
    [ban, 'ban'],
    [mute, 'mute'],
  ])
  expect(site.confirmed).toHaveLength(3)
})

test('[pocketmine.10] A mistaken /ready is answered to the player and is no line on the console', () => {
  expect(seen.said.Ben).toContain('The website says: You have no open match')
  expect(linesOf('a mistaken /ready')).toEqual([])
})

test('[pocketmine.11] The first start says where url and key go, without an error, and only its owner may read config.yml', () => {
  expect(linesOf('first start')).toEqual([
    expect.stringMatching(/^NOTICE Set url and key in .*config\.yml and start/),
  ])
  expect(seen.mode).toBe('600')
})

test('[pocketmine.12] Without xbox-auth and without a proxy the start says that nobody is reported; behind a proxy it says nothing', () => {
  expect(linesOf('no xbox-auth')).toEqual([
    expect.stringContaining('xbox-auth is off and proxy-addresses is empty'),
  ])
  expect(linesOf('no xbox-auth behind a proxy')).toEqual([])
})
