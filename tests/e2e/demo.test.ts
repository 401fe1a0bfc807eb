import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Event } from '../../src/contract/events/events-schemas.ts'
import { endSite, rootDir, type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => endSite(site))

function cli(...words: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, ['scripts/cli.mjs', ...words], {
    cwd: rootDir,
    env: { ...process.env, DATA_DIR: site.dataDir },
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })))
}

test('demo fills an empty site through its own handlers, and refuses when matches or posts exist', async () => {
  expect((await cli('demo', '--players', 'many')).code).toBe(2)
  const filled = await cli('demo', '--players', '30', '--matches', '300')
  expect(filled).toMatchObject({ code: 0, out: '30 players, 300 matches\n' })
  const board = await (await fetch(`${site.url}/api/leaderboard?limit=5`)).json()
  expect(board.total).toBeGreaterThan(20)
  const points = board.entries.map((entry: { stats: { points: number } }) => entry.stats.points)
  expect(points).toEqual([...points].sort((a: number, b: number) => b - a))
  expect(((await (await fetch(`${site.url}/api/posts`)).json()) as unknown[]).length).toBe(8)

  const events: Event[] = await (await fetch(`${site.url}/api/events`)).json()
  const modes: { name: string }[] = await (await fetch(`${site.url}/api/practice?category=duels`)).json()
  expect(events.map(({ status }) => status).sort()).toEqual(['active', 'past', 'tba', 'upcoming', 'upcoming'])
  for (const { title, creator, participants } of events) {
    expect(modes.filter(({ name }) => title.startsWith(`${name} `))).not.toEqual([])
    expect(creator.username).toBe('Sample Member 1')
    expect(participants.length).toBeGreaterThan(0)
  }
  const { out: people } = await cli('user', 'list')
  const ranks = people
    .trim()
    .split('\n')
    .map((line) => line.split('\t')[2])
  expect(ranks, 'anyone who announced the events is staff no more').toEqual(Array(4).fill('Member'))

  const again = await cli('demo')
  expect(again.code).toBe(1)
  expect(again.err).toContain('There are matches or posts already')
})

test('ledger verify finds no difference after a sample world, and rebuild gives the same tables', async () => {
  expect(await cli('ledger', 'verify')).toMatchObject({ code: 0 })
  const before = await (await fetch(`${site.url}/api/leaderboard?limit=30`)).json()
  expect(await cli('ledger', 'rebuild')).toMatchObject({ code: 0 })
  expect(await (await fetch(`${site.url}/api/leaderboard?limit=30`)).json()).toEqual(before)
  expect(await cli('ledger', 'verify')).toMatchObject({ code: 0 })
})
