import { endSite, type Site, startSite } from '../../e2e/support/site.ts'
import { Line } from './line.ts'
import type { Who } from './load.ts'
import { gameKey, signIn } from './people.ts'
import { Cluster, type Kind } from './postgres.ts'

const writers = 8

/** A site that speaks to a PostgreSQL through a line, eight members and a game server. */
export interface Arena {
  readonly cluster: Cluster
  readonly line: Line
  site: Site
  readonly who: Who
  /** For another process on the same database, past the line. */
  readonly direct: Readonly<Record<string, string>>
  /** Starts the site again after it ended. */
  restart(): Promise<void>
}

/** The two roles that an operator would use. */
export const databaseOf = (cluster: Cluster, port = cluster.port) => ({
  DATABASE_URL: cluster.url('vulx_app', port),
  MIGRATION_DATABASE_URL: cluster.url('vulx_owner', port),
})

export async function withArena(
  kind: Kind,
  work: (arena: Arena) => Promise<void>,
  options: { environment?: Record<string, string>; home?: string; settings?: Record<string, string> } = {},
): Promise<void> {
  const cluster = await Cluster.make(kind, options)
  const line = await Line.to(cluster.port)
  const environment = { ...databaseOf(cluster, line.port), ...options.environment }
  const direct = databaseOf(cluster)
  let arena: Arena | undefined
  try {
    const key = await gameKey(direct)
    const site = await startSite(environment)
    arena = {
      cluster,
      line,
      site,
      who: { cookies: [], key },
      direct,
      async restart() {
        this.site = await startSite(environment, site.dataDir)
      },
    }
    const cookies: string[] = []
    for (let n = 0; n < writers; n += 1) cookies.push(await signIn(site.url, `Writer ${n}`))
    await work(Object.assign(arena, { who: { cookies, key } }))
  } finally {
    await endSite(arena?.site)
    await line.refuse()
    await cluster.remove()
  }
}
