import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../../../scripts/lib/root.mjs'

const hop = new Set([
  'connection',
  'keep-alive',
  'date',
  'transfer-encoding',
  'content-length',
  'content-encoding',
])

/**
 * A bare Fastify in a process of its own that sends what the site sent, headers included.
 * @param {string} url @param {{ path: string, headers?: Record<string, string> }[]} routes
 */
export async function bareOf(url, routes) {
  const taken = []
  for (const { path, headers } of routes) {
    const response = await fetch(url + path, { headers: { 'accept-encoding': 'identity', ...headers } })
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
    const body = Buffer.from(await response.arrayBuffer())
    taken.push({
      path,
      headers: Object.fromEntries([...response.headers].filter(([name]) => !hop.has(name))),
      body: body.toString('base64'),
      packed: gzipSync(body).toString('base64'),
    })
  }
  return bareProcess('bare-server.mjs', { routes: taken })
}

/** @param {string} script @param {object} message */
export async function bareProcess(script, message) {
  const child = fork(join(root, 'tests/bench/lib', script), {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  child.send(message)
  const [{ port }] = await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}
