import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Newspaper } from 'lucide-react'
import { isAdmin } from '../../contract/accounts/ranks.ts'
import { NewsAdmin } from '../domains/news/admin/news-admin.tsx'
import { NewsForm } from '../domains/news/admin/news-form.tsx'
import { newsRecordsQuery } from '../domains/news/admin/news-records.ts'
import { Subscribers } from '../domains/news/newsletter/subscribers.tsx'
import { subscribersQuery } from '../domains/news/newsletter/subscribers-query.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched } from '../platform/page-context.ts'
import { requireAdmin, staffDocument } from '../platform/staff-only.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import type { Route } from './+types/admin-news.ts'

export async function loader({ context }: Route.LoaderArgs) {
  staffDocument(context, isAdmin)
  return prefetched(context, (call) => [newsRecordsQuery(call), subscribersQuery(call)])
}

export const clientLoader = () => requireAdmin()

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(siteOf(matches), {
    title: msg`Manage news`,
    description: msg`News, as the team writes them.`,
    path: '/admin/news',
    noindex: true,
  })

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
