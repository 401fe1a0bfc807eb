import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Server } from 'lucide-react'
import { api } from '../../../platform/api.ts'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { gameServersQuery } from './game-servers-query.ts'
import { NewKey } from './new-key.tsx'
import { ServerItem } from './server-item.tsx'

export interface MadeKey {
  readonly id: number
  readonly secret: string
}

interface GameServersProps {
  /** The key that was just made. */
  readonly made: MadeKey | undefined
  readonly onDone: () => void
}

/** Every game server and how it does. */
export function GameServers({ made, onDone }: GameServersProps) {
  const { t } = useLingui()

  const query = useQuery(gameServersQuery(api))
  return (
    <Loaded
      query={query}
      failed={t`The game servers could not be loaded.`}
      loading={
        <div className="grid gap-3">
          <p role="status" className="sr-only">
            <Trans>Loading game servers...</Trans>
          </p>
          {[1, 2].map((row) => (
            <Skeleton key={row} className="h-40" />
          ))}
        </div>
      }
    >
      {(servers) => {
        const fresh = servers.find(({ id }) => id === made?.id)
        return (
          <>
            {made !== undefined && fresh !== undefined && (
              <NewKey key={made.id} server={fresh} secret={made.secret} onDone={onDone} />
            )}
            {servers.length === 0 ? (
              <EmptyState icon={Server} title={t`No game server yet`}>
                <Trans>
                  Make a key for your first one. What it reports becomes boards, player pages and who is
                  online.
                </Trans>
              </EmptyState>
            ) : (
              <ul className="grid gap-3">
                {servers.map((server) => (
                  <ServerItem key={server.id} server={server} />
                ))}
              </ul>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
