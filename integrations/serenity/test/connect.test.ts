import { expect, test } from 'vitest'
import { adapterCases } from '../../conformance/adapter-cases.mjs'
import { FakeSite } from '../../conformance/fake-site.mjs'
import { secondContractCases } from '../../conformance/second-contract-cases.mjs'
import { fetchHttp, nodeClock } from '../../core/src/node.ts'
import { connect, idOf, playerFields } from '../src/connect.ts'
import { GameServer } from './game-server.ts'

async function begin() {
  const site = await new FakeSite({ keys: ['the-key'], contract: 2 }).start()
  const game = new GameServer()
  const texts = new Map<string, string>()
  const client = connect(game, {
    http: fetchHttp(site.url, 'the-key'),
    clock: nodeClock,
    storage: {
      keys: () => [...texts.keys()],
      read: (key) => texts.get(key),
      write: (key, value) => (value === undefined ? texts.delete(key) : texts.set(key, value)),
    },
    say: () => undefined,
  })
  const ann = game.join('2535400000000001', 'Ann')
  client.joined(idOf(ann.player), 'Ann')
  client.start()
  await expect.poll(() => site.ledger.events.size).toBeGreaterThan(1)
  const end = async () => {
    client.stop()
    await site.stop()
  }
  return { site, game, client, ann, end }
}

/** Each case has a site and a server of its own: they wait, so they do it at the same time. */
const cases = Object.entries({ ...adapterCases, ...secondContractCases })

test.concurrent.each(cases)('the kit: %s', async (_name, work) => {
  const { site, client, ann, end } = await begin()
  const report = async () => {
    const players = [{ ...playerFields(ann.player), result: 'win' as const }]
    const reported = client.reportMatch({ gameType: 'sumo', startedAt: Date.now() - 1_000, players })
    expect(reported).toMatchObject({ ok: true })
  }
  try {
    await work({ site, report })
  } finally {
    await end()
  }
})

test('a rank is a tag; its player reads it when it is new, and an earlier one goes', async () => {
  const { site, ann, end } = await begin()
  const { xuid } = ann.player
  const order = (rank: string) => site.tell('rank', { xuid, rank })
  order('Gold')
  await expect.poll(() => ann.texts).toEqual(['Your rank on the website is Gold.'])
  order('Gold')
  order('Diamond')
  await expect.poll(() => ann.texts.slice(1)).toEqual(['Your rank on the website is Diamond.'])
  expect([...ann.tags]).toEqual(['vulx-rank:Diamond'])
  await end()
})

test('commands answer players, and nobody else; the code of /link comes from the site', async () => {
  const { game, ann, end } = await begin()
  expect(game.run('link', { dimension: 'overworld' })).toBe('Only players can use this command.')
  expect(game.run('link', ann.player)).toBe('Asking the website for your code.')
  await expect.poll(() => ann.texts.join()).toMatch(/Your code is [A-Z0-9]{4}-[A-Z0-9]{4}/)
  expect(game.run('hide', ann.player)).toBe('Please wait a moment and try again.')
  const ben = game.join('2535400000000002', 'Ben').player
  expect(game.run('hide', ben)).toBe('The website does not show any more that you are online.')
  const zoe = game.join('2535400000000003', 'Zoe').player
  expect(game.run('show', zoe)).toBe('The website shows when you are online.')
  const kim = game.join('2535400000000004', 'Kim').player
  expect(game.run('unlink', kim)).toBe('The website will unlink you.')
  await end()
})

test('[cups.70] Only players check in, say ready and leave a cup in game; what the site says to it they read', async () => {
  const { site, game, ann, end } = await begin()
  for (const name of ['checkin', 'ready', 'leavecup'])
    expect(game.run(name, { dimension: 'overworld' })).toBe('Only players can use this command.')
  site.reject = ({ type, data }) =>
    type === 'cup.player' && data.action === 'ready' ? 'You have no open match' : undefined
  const ben = game.join('2535400000000002', 'Ben')
  const zoe = game.join('2535400000000003', 'Zoe')
  expect(game.run('ready', ben.player)).toBe('Telling the website.')
  expect(game.run('checkin', ann.player)).toBe('Telling the website.')
  expect(game.run('leavecup', zoe.player)).toBe('Telling the website.')
  await expect.poll(() => ann.texts).toEqual(['You are checked in.'])
  await expect.poll(() => ben.texts).toEqual(['The website says: You have no open match'])
  await expect.poll(() => zoe.texts).toEqual(['You have left the cup.'])
  const said = [...site.ledger.events.values()].filter(({ type }) => type === 'cup.player')
  expect(said.map(({ data }) => data.xuid)).not.toContain(undefined)
  site.cupMatches = [
    {
      cupMatchId: '12-f1-1',
      mode: 'boxing',
      bestOf: 3,
      wins: [0, 0],
      until: null,
      sides: [[{ xuid: ann.player.xuid, gamertag: 'Ann' }], [{ xuid: ben.player.xuid, gamertag: 'Ben' }]],
    },
  ]
  await expect.poll(() => ann.texts.at(-1)).toMatch(/against Ben, boxing, first to 2.* Type \/ready\.$/)
  await end()
})
