import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { WebhookForm } from '../../domains/doors/webhooks/webhook-form.tsx'
import { type MadeSecret, Webhooks } from '../../domains/doors/webhooks/webhooks.tsx'
import { webhooksQuery } from '../../domains/doors/webhooks/webhooks-query.ts'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'

export const loader = staffLoader('/admin/webhooks', (call) => [webhooksQuery(call)])
export const clientLoader = staffClientLoader('/admin/webhooks')

export const meta = pageMeta(
  '/admin/webhooks',
  msg`Webhooks`,
  msg`Addresses of other programs to which the site sends events.`,
)

export default function AdminWebhooks() {
  const { t } = useLingui()
  const [made, setMade] = useState<MadeSecret>()
  return (
    <AdminFrame
      title={t`Webhooks`}
      intro={t`The site tells other programs, such as bots, what happens here. Each event is signed. Changes appear in the audit log.`}
      actions={
        <FormDialog
          title={t`New webhook`}
          trigger={
            <Button>
              <Plus aria-hidden className="size-4" />
              <Trans>New webhook</Trans>
            </Button>
          }
        >
          {(close) => <WebhookForm onMade={({ id }, secret) => setMade({ id, secret })} onDone={close} />}
        </FormDialog>
      }
    >
      <Webhooks made={made} onMade={setMade} />
    </AdminFrame>
  )
}
