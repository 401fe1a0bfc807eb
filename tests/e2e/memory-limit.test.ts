import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { worstAccepted } from '../../src/server/testing/pictures.ts'
import { memoryGroup } from './support/memory.ts'
import { postWorst } from './support/worst-posts.ts'

// `npm run faults -- -t pictures` is the long form: ten minutes, in which each member uses up the posting limit.
test('A site with its database in 512 MB survives ten members who post the worst pictures at once', async () => {
  const { statuses, kinds, peakMb, kills, ready } = await postWorst({ groupMb: 512, until: { posts: 2 } })
  process.stdout.write(`20 of the worst pictures: ${Math.round(peakMb)} MB at most\n`)
  // A slow machine answers some of them 503 first; nobody is cut off without an answer.
  const { 503: _busy, ...others } = statuses
  expect({ others, kills, ready }).toEqual({ others: { 201: 20 }, kills: 0, ready: 200 })
  expect([...kinds].sort()).toEqual(Object.keys(worstAccepted).sort())
})

test('[green.32] What a test made is removed once it is free: a memory cgroup when the last process in it has died', async () => {
  const group = memoryGroup('dying')
  const child = spawn('sleep', ['600'], { stdio: 'ignore' })
  group.add(child.pid ?? 0)
  const gone = once(child, 'exit')
  const removed = group.remove()
  child.kill('SIGKILL')
  await removed
  expect(await gone).toEqual([null, 'SIGKILL'])
})
