import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { endSite, migratedDataDir, type Site, startSite } from './site.ts'

/** Runs once before the journeys: starts a site for each worker that asks, and ends them all after the last test. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { migratedData } = project.getProvidedContext()
  const sites: Promise<Site>[] = []
  const server = createServer(async (_request, response) => {
    const starting = migratedDataDir(migratedData).then((dir) => startSite({}, dir))
    sites.push(starting)
    try {
      const { url, dataDir } = await starting
      response.end(JSON.stringify({ url, dataDir }))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  project.provide('sharedSites', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    for (const starting of sites) await endSite(await starting.catch(() => undefined))
  }
}
