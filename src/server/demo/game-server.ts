import type { FastifyInstance } from 'fastify'
import { nodeClock } from '../../../integrations/core/src/node.ts'
import type { Port, Storage } from '../../../integrations/core/src/port.ts'
import { SiteClient } from '../../../integrations/core/src/site-client.ts'

export interface SampleServer {
  readonly client: SiteClient
  /**
   * Resolves once the site has taken everything that was reported.
   * @throws when the site rejected something, because samples must be valid
   */
  settled(): Promise<void>
}

interface Options {
  readonly secret: string
  readonly maxPlayers?: number
  readonly version?: string
  readonly playerCount?: () => number
  /** Gets the lines that a game server writes to its console. */
  readonly say: (line: string) => void
}

const longestMs = 60_000

/** A game server of the sample world: it speaks to the site through the SDK, as real ones do. */
export function sampleServer(
  app: FastifyInstance,
  { secret, say, playerCount = () => 0, ...options }: Options,
): SampleServer {
  let problem: string | undefined
  const port: Port = {
    http: {
      async post(url, payload) {
        const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
        const response = await app.inject({ method: 'POST', url, headers, payload })
        return { status: response.statusCode, body: response.body }
      },
    },
    clock: nodeClock,
    storage: memoryStorage(),
    players: { count: playerCount, isHere: () => false, tell: () => undefined },
    say(line) {
      problem ??= line
      say(line)
    },
  }
  const client = new SiteClient(port, options)
  return {
    client,
    async settled() {
      const until = Date.now() + longestMs
      while (client.waiting > 0 && problem === undefined) {
        if (Date.now() > until) throw new Error(`${client.waiting} sample events still wait`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      if (problem !== undefined) throw new Error(`the sample game server: ${problem}`)
    },
  }
}

function memoryStorage(): Storage {
  const texts = new Map<string, string>()
  return {
    keys: () => [...texts.keys()],
    read: (key) => texts.get(key),
    write(key, value) {
      if (value === undefined) texts.delete(key)
      else texts.set(key, value)
    },
  }
}
