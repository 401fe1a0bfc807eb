import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transformWithOxc } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { event, gameServer, match, player, type TestGameServer } from '../../testing/game-server.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { rateUntilDone } from '../rankings/ratings/worker.ts'

const codeOf = (language: string) =>
  new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(readFileSync('docs/api.md', 'utf8'))?.[1] ?? ''

let site: TestApp
let server: TestGameServer
let url: string
let directory: string
let key: string
const bots: ChildProcess[] = []

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'bots-'))
  site = await testApp()
  url = await site.app.listen({ port: 0, host: '127.0.0.1' })
  server = await gameServer(site)
  await server.report(event('match', match([player('1'), player('2', { result: 'loss' })])))
  await rateUntilDone(site.database)
  key = (await (await site.member()).post('/api/keys', { name: 'Bot' })).json.secret
})
afterAll(async () => {
  for (const bot of bots) bot.kill('SIGKILL')
  await site.close()
  rmSync(directory, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => listener.once('listening', resolve))
  const { port } = listener.address() as AddressInfo
  await new Promise((resolve) => listener.close(resolve))
  return port
}

const programs = {
  ts: async () => {
    const { code } = await transformWithOxc(codeOf('ts'), 'bot.ts')
    writeFileSync(join(directory, 'bot.mjs'), code)
    return [process.execPath, 'bot.mjs'] as const
  },
  python: async () => {
    writeFileSync(join(directory, 'bot.py'), codeOf('python'))
    return ['python3', 'bot.py'] as const
  },
}

describe.each(['ts', 'python'] as const)('the bot of docs/api.md: %s', (language) => {
  test('[doors.57] It has at most 40 lines with something on them', () => {
    const lines = codeOf(language)
      .split('\n')
      .filter((line) => line.trim() !== '')
    expect(lines.length).toBeGreaterThan(20)
    expect(lines.length).toBeLessThanOrEqual(40)
  })

  test('[doors.57] Against a live site it prints a rating, follows matches, and takes genuine webhooks alone', async () => {
    const secret = `whsec_${randomBytes(24).toString('base64')}`
    const port = await freePort()
    const [program, file] = await programs[language]()
    const bot = spawn(program, [file, 'Tag 1'], {
      cwd: directory,
      env: { ...process.env, SITE: url, API_KEY: key, WEBHOOK_SECRET: secret, PORT: `${port}` },
    })
    bots.push(bot)
    let said = ''
    for (const stream of [bot.stdout, bot.stderr])
      stream.on('data', (part) => {
        said += String(part)
      })
    bot.on('error', (error) => {
      said += String(error)
    })
    const says = (what: RegExp) => expect.poll(() => said, { timeout: 180_000 }).toMatch(what)

    await says(/^Tag 1 boxing \d+/m)
    await server.report(
      event('match', match([player('1'), player('3', { result: 'loss' })], { gameType: 'sumo' })),
    )
    await says(/^sumo Tag 1 Tag 3$/m)

    const sent = JSON.stringify({ type: 'match.stored', timestamp: new Date().toISOString(), data: {} })
    const deliver = async (body: string, seconds = Date.now() / 1_000) => {
      const time = Math.floor(seconds)
      const hash = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      const signature = `v1,${hash.update(`msg_1.${time}.${sent}`).digest('base64')}`
      const headers = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': `${time}`,
        // As during a rotation: the first is of another secret.
        'webhook-signature': `v1,${randomBytes(32).toString('base64')} ${signature}`,
      }
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status
    }
    expect(await deliver(sent.replace('stored', 'storex'))).toBe(401)
    expect(await deliver(sent, Date.now() / 1_000 - 3_600)).toBe(401)
    expect(said).not.toContain('webhook')
    expect(await deliver(sent)).toBe(204)
    await says(/^webhook match\.stored$/m)
  })
})
