import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rootDir } from '../../e2e/support/site.ts'

export const password = 'correct horse'
/** The command line of a built program, whichever release it is. */
const command =
  "const { runCli } = await import('./build/app/cli.js'); process.exitCode = await runCli(process.argv.slice(1))"

const json = { 'content-type': 'application/json' }

/** Registers, or signs in where the name is taken; returns the cookie. */
export async function signIn(url: string, name: string): Promise<string> {
  const ask = (path: string) =>
    fetch(url + path, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ username: name, password }),
      signal: AbortSignal.timeout(20_000),
    })
  const registered = await ask('/api/register')
  const response = registered.status === 409 ? await ask('/api/login') : registered
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  if (cookie === undefined)
    throw new Error(`${name} could not sign in: ${response.status} ${await response.text()}`)
  return cookie
}

/** A command of the built site, with the environment of a site; returns its exit code and what it printed. */
export function cli(
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
  root = rootDir,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', command, '--', ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

/** A key for a game server. */
export async function gameKey(
  environment: Readonly<Record<string, string>>,
  root = rootDir,
): Promise<string> {
  const { code, output } = await cli(environment, ['key', 'create', 'The suite'], root)
  const secret = /: (\S+)\s*$/.exec(output)?.[1]
  if (code !== 0 || secret === undefined) throw new Error(`no key: ${output}`)
  return secret
}

export const postRequest = (cookie: string, content: string): RequestInit => ({
  method: 'POST',
  headers: { ...json, cookie },
  body: JSON.stringify({ content }),
})

/** A match between two of so many players, ready to be sent once or several times. */
export function matchEvent(number: number, players = 40) {
  const at = new Date().toISOString()
  const matchId = randomUUID()
  const player = (n: number, result: 'win' | 'loss') => ({
    xuid: String(2_535_400_000_000_000 + (n % players)),
    gamertag: `Fighter ${n % players}`,
    result,
    kills: 3,
    deaths: 1,
    assists: 0,
    points: result === 'win' ? 12 : -9,
  })
  const data = {
    matchId,
    gameType: 'boxing',
    ranked: true,
    startedAt: at,
    endedAt: at,
    players: [player(number, 'win'), player(number + 1, 'loss')],
  }
  return { matchId, event: { id: randomUUID(), type: 'match', at, data } }
}

export const ingestRequest = (key: string, events: readonly object[]): RequestInit => ({
  method: 'POST',
  headers: { ...json, authorization: `Bearer ${key}` },
  body: JSON.stringify({ events }),
})
