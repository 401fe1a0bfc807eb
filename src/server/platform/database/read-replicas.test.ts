import { expect, test } from 'vitest'
import { ReadReplicas } from './read-replicas.ts'

/** Replicas that nobody listens for: a read that goes there is in the log, and the primary answers it. */
function unreachable() {
  const lines: string[] = []
  const replicas = new ReadReplicas({
    url: 'postgres://reader@127.0.0.1:1/none',
    log: { warn: (_about: object, line?: string) => void lines.push(line ?? '') },
    max: 1,
    outage: { isUnreachable: false, explain: () => undefined },
    nameOf: () => undefined,
  })
  const primary = { query: async () => ({ rows: [] }), release: () => {} }
  const read = async () => {
    await replicas.prefer(() => replicas.client(async () => primary as never).query('SELECT 1', []))
    return lines.length > 0
  }
  return { replicas, isReplicaAsked: read }
}

const position = async () => [{ position: '16/B374D848' }]

test('[field.134] A change while the primary is asked for its position lets no replica answer before it has that change', async () => {
  const { replicas, isReplicaAsked } = unreachable()
  await replicas.ask(async () => {
    // The position was read, and its answer is on the way.
    const before = await position()
    replicas.changed()
    return before
  })
  expect(await isReplicaAsked()).toBe(false)
  await replicas.ask(position)
  expect(await isReplicaAsked()).toBe(true)
  await replicas.close()
})
