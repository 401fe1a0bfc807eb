import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Newspaper } from 'lucide-react'
import { NewsAdmin } from '../../domains/news/admin/news-admin.tsx'
import { NewsForm } from '../../domains/news/admin/news-form.tsx'
import { newsRecordsQuery } from '../../domains/news/admin/news-records.ts'
import { Subscribers } from '../../domains/news/newsletter/subscribers.tsx'
import { subscribersQuery } from '../../domains/news/newsletter/subscribers-query.ts'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'

export const loader = staffLoader('/admin/news', (call) => [newsRecordsQuery(call), subscribersQuery(call)])
export const clientLoader = staffClientLoader('/admin/news')

export const meta = pageMeta('/admin/news', msg`Manage news`, msg`News, as the team writes them.`)

export default function AdminNews() {
  const { t } = useLingui()
  return (
    <AdminFrame
      title={t`News`}
      intro={t`News on the news page, in the feed, in notifications and in Discord.`}
      actions={
        <FormDialog
          title={t`New item`}
          trigger={
            <Button>
              <Newspaper aria-hidden className="size-4" />
              <Trans>New item</Trans>
            </Button>
          }
        >
          {(close) => <NewsForm onDone={close} />}
        </FormDialog>
      }
    >
      <Subscribers />
      <NewsAdmin />
    </AdminFrame>
  )
}
