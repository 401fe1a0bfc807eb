import type { Cup } from '../../contract/cups/cups-schemas.ts'
import { IdText } from '../../contract/ids-schemas.ts'
import { cupQuery, standingsQuery } from '../domains/cups/cup-queries.ts'
import { CupShell } from '../domains/cups/cup-shell.tsx'
import { api } from '../platform/api.ts'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched, skipClientLoader } from '../platform/page-context.ts'
import { prefetchedData } from '../platform/prefetched-data.ts'
import { titleName } from '../ui/title-name.ts'
import type { Route } from './+types/cup.ts'

const idOf = (text: string | undefined) => IdText.safeParse(text).data ?? null

export const loader = ({ context, params }: Route.LoaderArgs) => {
  const id = idOf(params.id)
  return id === null ? null : prefetched(context, (call) => [cupQuery(call, id), standingsQuery(call, id)])
}
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) => {
  const site = siteOf(matches)
  const id = idOf(params.id)
  const path = `/cups/${id ?? ''}`
  const cup =
    id === null
      ? null
      : loaderData && (prefetchedData(loaderData, cupQuery(api, id).queryKey) as Cup | null | undefined)
  if (cup === null)
    return pageMeta(site, { title: 'Cup Not Found', description: 'No cup.', path, noindex: true })
  return pageMeta(site, {
    title: cup ? titleName(cup.title) : 'Cup',
    description: cup
      ? `${titleName(cup.title)}: a cup of ${cup.mode.name} on ${site.name}.`
      : `A cup on ${site.name}.`,
    path,
  })
}

export default function CupPage({ params }: Route.ComponentProps) {
  return <CupShell id={idOf(params.id)} />
}
