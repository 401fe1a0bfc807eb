import { data } from 'react-router'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { skipClientLoader } from '../platform/page-context.ts'
import type { Route } from './+types/any-other.ts'
import { NotFound } from './not-found.tsx'

export const loader = async () => data(null, { status: 404 })
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(siteOf(matches), {
    title: '404 Page Not Found',
    description: 'There is no page at this address.',
    path: location.pathname,
    noindex: true,
  })

export default function AnyOther() {
  return <NotFound />
}
