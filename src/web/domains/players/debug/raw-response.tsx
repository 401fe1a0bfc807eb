import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { userEndpoints } from '../../../../contract/accounts/users-endpoints.ts'
import { urlOf } from '../../../../contract/endpoint.ts'
import { statsEndpoints } from '../../../../contract/rankings/stats-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { Button } from '../../../ui/button.tsx'

type Asked = typeof userEndpoints.show | typeof statsEndpoints.show

/** The response of an address as text, or its error. */
const rawQuery = (endpoint: Asked, id: number) =>
  queryOptions({
    queryKey: ['raw', urlOf(endpoint, { params: { id } })],
    queryFn: ({ signal }): Promise<string> =>
      api<Asked>(endpoint, { params: { id }, signal }).then(
        (response) => JSON.stringify(response, null, 2),
        (error: unknown) => {
          if (signal.aborted) throw error
          return error instanceof Error ? error.message : String(error)
        },
      ),
    staleTime: 0,
    gcTime: 0,
  })

/** Both addresses that player pages are made of, with their responses. */
export function RawPlayer({ id }: { id: number }) {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <RawResponse endpoint={userEndpoints.show} id={id} />
      <RawResponse endpoint={statsEndpoints.show} id={id} />
    </div>
  )
}

function RawResponse({ endpoint, id }: { endpoint: Asked; id: number }) {
  const { t } = useLingui()
  const query = rawQuery(endpoint, id)
  const raw = useQuery(query)
  return (
    <section className="min-w-0 rounded-lg border border-line bg-ground-card">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-4 py-2">
        <h2 className="wrap-anywhere min-w-0 font-bold font-mono text-sm">GET {query.queryKey[1]}</h2>
        <Button look="quiet" size="sm" onClick={() => void raw.refetch()}>
          <Trans>Ask again</Trans>
        </Button>
      </div>
      <pre
        aria-live="polite"
        aria-busy={raw.isFetching}
        // As high as what is expected: the footer stays where it is.
        className="wrap-anywhere min-h-80 whitespace-pre-wrap p-4 font-mono text-ink-soft text-sm"
      >
        {raw.data ?? t`Loading...`}
      </pre>
    </section>
  )
}
