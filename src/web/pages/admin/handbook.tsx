import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { contentEndpoints } from '../../../contract/content/content-endpoints.ts'
import type { Transport } from '../../../contract/endpoint.ts'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { api } from '../../platform/api.ts'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'
import { Loaded } from '../../ui/list/loaded.tsx'
import { Prose } from '../../ui/prose.tsx'

const handbookQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['handbook'],
    queryFn: ({ signal }) => call(contentEndpoints.handbook, { signal }),
  })

export const loader = staffLoader('/admin/handbook', (call) => [handbookQuery(call)])
export const clientLoader = staffClientLoader('/admin/handbook')

export const meta = pageMeta(
  '/admin/handbook',
  msg`Handbook for moderators`,
  msg`How staff handle reports, punishments and appeals.`,
)

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
