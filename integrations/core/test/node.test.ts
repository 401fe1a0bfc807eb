import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FakeSite } from '../../conformance/fake-site.mjs'
import { fetchHttp, fileStorage } from '../src/node.ts'

test('files keep what was written, whatever the key; a write that a kill cut off leaves the old text', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'spool-'))
  try {
    const storage = fileStorage(folder)
    storage.write('outbox:mail:xuid:../1', 'one')
    storage.write('event:2', 'two')
    storage.write('event:2', 'three')
    storage.write('event:3', 'gone')
    storage.write('event:3', undefined)
    await storage.flush?.()
    await writeFile(join(folder, 'event%3A2.json.new'), 'hal')
    const again = fileStorage(folder)
    expect(again.keys().sort()).toEqual(['event:2', 'outbox:mail:xuid:../1'])
    expect(again.read('event:2')).toBe('three')
    expect(fileStorage(folder).read('outbox:mail:xuid:../1')).toBe('one')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a response comes with its Retry-After, a cut connection rejects', async () => {
  const site = await new FakeSite({ keys: ['the-key'] }).start()
  const http = fetchHttp(`${site.url}/`, 'the-key')
  const id = '0b1c3f5e-0000-4000-8000-000000000001'
  const body = JSON.stringify({ events: [{ id, type: 'match', at: '2026-03-01T12:00:00Z', data: {} }] })
  site.faults = [{ status: 503, retryAfter: 7 }, 'cut']
  expect(await http.post('/api/ingest/events', body)).toMatchObject({ status: 503, retryAfter: '7' })
  await expect(http.post('/api/ingest/events', body)).rejects.toThrow()
  expect(await http.post('/api/ingest/events', body)).toMatchObject({ status: 200, retryAfter: undefined })
  await site.stop()
})
