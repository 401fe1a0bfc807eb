import { Plus } from 'lucide-react'
import { useState } from 'react'
import { isManager, isOwner } from '../../contract/accounts/ranks.ts'
import { GameServers, type MadeKey } from '../domains/matches/game-servers/game-servers.tsx'
import { gameServersQuery } from '../domains/matches/game-servers/game-servers-query.ts'
import { ServerForm } from '../domains/matches/game-servers/server-form.tsx'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched } from '../platform/page-context.ts'
import { requireViewer, staffDocument } from '../platform/staff-only.ts'
import { useViewer } from '../platform/viewer.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import type { Route } from './+types/admin-game-servers.ts'

export async function loader({ context }: Route.LoaderArgs) {
  staffDocument(context, isManager)
  return prefetched(context, (call) => [gameServersQuery(call)])
}

export const clientLoader = () => requireViewer(isManager)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(siteOf(matches), {
    title: 'Game servers',
    description: 'Keys of game servers, and how each one is doing.',
    path: '/admin/settings/game-servers',
    noindex: true,
  })

export default function AdminGameServers() {
  const viewer = useViewer()
  const [made, setMade] = useState<MadeKey>()
  return (
    <AdminFrame
      title="Game servers"
      intro="Each game server has a key of its own and reports its matches with it. Changes appear in the audit log."
      actions={
        isOwner(viewer) && (
          <FormDialog
            title="New game server"
            trigger={
              <Button>
                <Plus aria-hidden className="size-4" />
                New game server
              </Button>
            }
          >
            {(close) => <ServerForm onMade={({ id }, secret) => setMade({ id, secret })} onDone={close} />}
          </FormDialog>
        )
      }
    >
      <GameServers made={made} onDone={() => setMade(undefined)} />
    </AdminFrame>
  )
}
