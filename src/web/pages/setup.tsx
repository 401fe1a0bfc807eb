import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { data } from 'react-router'
import { setupEndpoints } from '../../contract/accounts/setup-endpoints.ts'
import type { Transport } from '../../contract/endpoint.ts'
import { MakeOwner } from '../domains/accounts/setup/setup-form.tsx'
import { PanelPage } from '../domains/accounts/sign-in/panel-page.tsx'
import { api } from '../platform/api.ts'
import { unknownIsNull } from '../platform/api-error.ts'
import { pageMeta } from '../platform/navigation/meta.ts'
import { prefetched, skipClientLoader } from '../platform/navigation/page-context.ts'
import { prefetchedData } from '../platform/prefetched-data.ts'
import type { Route } from './+types/setup.ts'
import { NotFound } from './not-found.tsx'

const setupQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['setup'],
    queryFn: ({ signal }) => call(setupEndpoints.state, { signal }).catch(unknownIsNull),
    staleTime: 0,
  })

/** Null once there was an Owner; undefined when it was late or failed: the form then says what the server says. */
const setupIn = (loaded: Parameters<typeof prefetchedData>[0]) =>
  prefetchedData(loaded, setupQuery(api).queryKey)

export async function loader({ context }: Route.LoaderArgs) {
  const loaded = await prefetched(context, (call) => [setupQuery(call)])
  return data(loaded, { status: setupIn(loaded) === null ? 404 : 200 })
}

export const clientLoader = skipClientLoader

export const meta = pageMeta('/setup', msg`Set up`, msg`Makes the Owner of this site.`)

export default function Setup() {
  const { t } = useLingui()
  if (useQueryClient().getQueryData(setupQuery(api).queryKey) === null) return <NotFound />
  return (
    <PanelPage title={t`Welcome`}>
      <MakeOwner />
      <noscript>
        <p className="mt-4 text-ink-soft text-sm">
          <Trans>Setting up needs JavaScript.</Trans>
        </p>
      </noscript>
    </PanelPage>
  )
}
