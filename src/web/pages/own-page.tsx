import { msg } from '@lingui/core/macro'
import { data } from 'react-router'
import { ownPagePath } from '../../contract/content/own-pages.ts'
import type { OwnPage as Page } from '../../contract/content/own-pages-schemas.ts'
import { ownPageQuery } from '../domains/content/own-pages/own-page-query.ts'
import { OwnPageText } from '../domains/content/own-pages/own-page-text.tsx'
import { api } from '../platform/api.ts'
import { metaTags, siteOf } from '../platform/navigation/meta.ts'
import { prefetched, skipClientLoader } from '../platform/navigation/page-context.ts'
import { prefetchedData } from '../platform/prefetched-data.ts'
import type { Route } from './+types/own-page.ts'

/** Null: no page is at this address; undefined when it was late or failed. */
const pageIn = (loaded: Parameters<typeof prefetchedData>[0], slug: string) =>
  prefetchedData(loaded, ownPageQuery(api, slug).queryKey) as Page | null | undefined

export async function loader({ context, params }: Route.LoaderArgs) {
  const loaded = await prefetched(context, (call) => [ownPageQuery(call, params.slug)])
  return data(loaded, { status: pageIn(loaded, params.slug) === null ? 404 : 200 })
}
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) => {
  const page = loaderData && pageIn(loaderData, params.slug)
  return metaTags(siteOf(matches), {
    title: page?.title ?? (page === null ? msg`Page Not Found` : ''),
    description: page?.description ?? undefined,
    path: ownPagePath(params.slug),
    noindex: page === null || page?.isPublished === false,
  })
}

export default function OwnPage({ params: { slug } }: Route.ComponentProps) {
  return <OwnPageText key={slug} slug={slug} />
}
