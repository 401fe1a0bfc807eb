import { Newspaper } from 'lucide-react'
import { isAdmin } from '../../contract/accounts/ranks.ts'
import { NewsAdmin } from '../domains/news/admin/news-admin.tsx'
import { NewsDialog } from '../domains/news/admin/news-dialog.tsx'
import { newsRecordsQuery } from '../domains/news/admin/news-records.ts'
import { Subscribers } from '../domains/news/newsletter/subscribers.tsx'
import { subscribersQuery } from '../domains/news/newsletter/subscribers-query.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched } from '../platform/page-context.ts'
import { requireAdmin, staffDocument } from '../platform/staff-only.ts'
import { Button } from '../ui/button.tsx'
import type { Route } from './+types/admin-news.ts'

export async function loader({ context }: Route.LoaderArgs) {
  staffDocument(context, isAdmin)
  return prefetched(context, (call) => [newsRecordsQuery(call), subscribersQuery(call)])
}

export const clientLoader = () => requireAdmin()

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(siteOf(matches), {
    title: 'Manage news',
    description: 'News, as the team writes them.',
    path: '/admin/news',
    noindex: true,
  })

export default function AdminNews() {
  return (
    <AdminFrame
      title="News"
      intro="News on the news page, in the feed, in notifications and in Discord."
      actions={
        <NewsDialog
          trigger={
            <Button>
              <Newspaper aria-hidden className="size-4" />
              New item
            </Button>
          }
        />
      }
    >
      <Subscribers />
      <NewsAdmin />
    </AdminFrame>
  )
}
