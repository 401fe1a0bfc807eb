import type { DeskOverview } from '../../contract/admin/desk-schemas.ts'
import { Card, CardText, CardTitle } from '../ui/card.tsx'
import { classes } from '../ui/classes.ts'
import { RelativeTime } from '../ui/relative-time.tsx'

type GameServer = DeskOverview['gameServers'][number]

/** Keys with which game servers report to the site. A key is made and revoked on the command line. */
export function GameServers({ servers }: { servers: readonly GameServer[] }) {
  return (
    <Card>
      <CardTitle>Game-server keys</CardTitle>
      {servers.length === 0 ? (
        <CardText className="mt-3">
          None yet. <code className="text-ink">npm run cli -- key create &lt;server-name&gt;</code> makes one.
        </CardText>
      ) : (
        <ul className="mt-3 divide-y divide-line text-sm">
          {servers.map((server) => (
            <li
              key={server.id}
              className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 last:pb-0"
            >
              <bdi
                className={classes(
                  'wrap-anywhere min-w-0',
                  server.revokedAt === null ? 'font-semibold' : 'text-ink-faint line-through',
                )}
              >
                {server.name}
              </bdi>
              <LastUse server={server} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function LastUse({ server: { lastUsedAt, revokedAt } }: { server: GameServer }) {
  if (revokedAt !== null) return <span className="text-ink-faint">revoked</span>
  if (lastUsedAt === null) return <span className="text-ink-faint">never used</span>
  return (
    <span className="text-ink-soft">
      used <RelativeTime iso={lastUsedAt} />
    </span>
  )
}
