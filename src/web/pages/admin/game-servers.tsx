import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { isOwner } from '../../../contract/accounts/ranks.ts'
import { GameServers, type MadeKey } from '../../domains/matches/game-servers/game-servers.tsx'
import { gameServersQuery } from '../../domains/matches/game-servers/game-servers-query.ts'
import { ServerForm } from '../../domains/matches/game-servers/server-form.tsx'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'

export const loader = staffLoader('/admin/settings/game-servers', (call) => [gameServersQuery(call)])
export const clientLoader = staffClientLoader('/admin/settings/game-servers')

export const meta = pageMeta(
  '/admin/settings/game-servers',
  msg`Game servers`,
  msg`Keys of game servers, and how each one is doing.`,
)

export default function AdminGameServers() {
  const { t } = useLingui()
  const viewer = useViewer()
  const [made, setMade] = useState<MadeKey>()
  return (
    <AdminFrame
      title={t`Game servers`}
      intro={t`Each game server has a key of its own and reports its matches with it. Changes appear in the audit log.`}
      actions={
        isOwner(viewer) && (
          <FormDialog
            title={t`New game server`}
            trigger={
              <Button>
                <Plus aria-hidden className="size-4" />
                <Trans>New game server</Trans>
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
