import { data, isRouteErrorResponse, Outlet, useLocation } from 'react-router'
import { isOffPath } from '../../contract/content/navigation.ts'
import { pageContext } from '../platform/navigation/page-context.ts'
import { loadTexts, sentTexts, textsOf } from '../platform/page-texts.ts'
import { useSite } from '../platform/site.tsx'
import { ErrorPage } from '../ui/error-page.tsx'
import type { Route } from './+types/boundary.ts'
import { NotFound } from './not-found.tsx'
import { notFoundMeta } from './not-found-meta.ts'

/** A page of a part that is switched off is not found. */
export async function loader({ context, request }: Route.LoaderArgs) {
  if (isOffPath(new URL(request.url).pathname, context.get(pageContext).site.off))
    throw data(null, { status: 404 })
  return null
}

/** A page that is opened from another waits for its texts, as it does for its scripts. */
export async function clientLoader({ pattern }: Route.ClientLoaderArgs) {
  const catalogue = sentTexts()?.catalogue
  const address = textsOf(catalogue, pattern)
  if (catalogue && address) await loadTexts(catalogue, address)
  return null
}

export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = ({ error, matches, location }) =>
  isRouteErrorResponse(error) && error.status === 404 ? notFoundMeta({ matches, location }) : []

/** Sits inside the frame, so that a page that fails is shown with header and footer around it. */
export default function Boundary() {
  const { off } = useSite()
  return isOffPath(useLocation().pathname, off) ? <NotFound /> : <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <ErrorPage />
}
