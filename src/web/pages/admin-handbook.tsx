import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { contentEndpoints } from '../../contract/content/content-endpoints.ts'
import type { Transport } from '../../contract/endpoint.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { api } from '../platform/api.ts'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched } from '../platform/page-context.ts'
import { requireStaff, staffDocument } from '../platform/staff-only.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Prose } from '../ui/prose.tsx'
import type { Route } from './+types/admin-handbook.ts'

const handbookQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['handbook'],
    queryFn: ({ signal }) => call(contentEndpoints.handbook, { signal }),
  })

export async function loader({ context }: Route.LoaderArgs) {
  staffDocument(context)
  return prefetched(context, (call) => [handbookQuery(call)])
}

export const clientLoader = () => requireStaff()

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(siteOf(matches), {
    title: msg`Handbook for moderators`,
    description: msg`How staff handle reports, punishments and appeals.`,
    path: '/admin/handbook',
    noindex: true,
  })

export default function AdminHandbook() {
  const { t } = useLingui()
  return (
    <AdminFrame title={t`Handbook`} intro={t`How staff handle reports, punishments and appeals.`}>
      <Loaded
        query={useQuery(handbookQuery(api))}
        failed={t`Failed to load the handbook.`}
        loading={t`Loading the handbook...`}
      >
        {({ html, language }) => <Prose html={html} language={language} />}
      </Loaded>
    </AdminFrame>
  )
}
