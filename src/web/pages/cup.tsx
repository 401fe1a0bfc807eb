import { msg } from '@lingui/core/macro'
import { data } from 'react-router'
import type { Cup } from '../../contract/cups/cups-schemas.ts'
import { IdText } from '../../contract/ids-schemas.ts'
import { cupImagePath } from '../domains/cups/cup-image-path.ts'
import { cupFacesQuery, cupQuery, myCupQuery, standingsQuery } from '../domains/cups/cup-queries.ts'
import { CupShell } from '../domains/cups/cup-shell.tsx'
import { api } from '../platform/api.ts'
import { metaTags, siteOf } from '../platform/navigation/meta.ts'
import { pageContext, prefetched, skipClientLoader } from '../platform/navigation/page-context.ts'
import { noPrefetchedData, type Prefetched, prefetchedData } from '../platform/prefetched-data.ts'
import { titleName } from '../ui/title-name.ts'
import type { Route } from './+types/cup.ts'

const idOf = (text: string | undefined) => IdText.safeParse(text).data ?? null

/** Null: no cup has this id; undefined when it was late or failed. */
const cupIn = (loaded: Prefetched, id: number) =>
  prefetchedData(loaded, cupQuery(api, id).queryKey) as Cup | null | undefined

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = idOf(params.id)
  if (id === null) return data(noPrefetchedData, { status: 404 })
  const { viewer } = context.get(pageContext)
  const loaded = await prefetched(context, (call) => [
    cupQuery(call, id),
    cupFacesQuery(call, id),
    standingsQuery(call, id),
    ...(viewer === null ? [] : [myCupQuery(call, id)]),
  ])
  return data(loaded, { status: cupIn(loaded, id) === null ? 404 : 200 })
}
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) => {
  const site = siteOf(matches)
  const id = idOf(params.id)
  const path = `/cups/${id ?? ''}`
  // A navigation inside the site loads nothing here.
  const cup = id !== null && loaderData ? cupIn(loaderData, id) : undefined
  if (id === null || cup === null)
    return metaTags(site, { title: msg`Cup Not Found`, description: msg`No cup.`, path, noindex: true })
  return metaTags(site, {
    title: cup ? titleName(cup.title) : msg`Cup`,
    description: cup
      ? msg`${{ title: titleName(cup.title) }}: a cup of ${{ mode: cup.mode.name }} on ${{ site: site.name }}.`
      : msg`A cup on ${{ site: site.name }}.`,
    path,
    image: cupImagePath(id),
  })
}

export default function CupPage({ params }: Route.ComponentProps) {
  return <CupShell id={idOf(params.id)} />
}
