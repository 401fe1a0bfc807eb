import { data } from 'react-router'
import { skipClientLoader } from '../platform/navigation/page-context.ts'
import type { Route } from './+types/any-other.ts'
import { NotFound } from './not-found.tsx'
import { notFoundMeta } from './not-found-meta.ts'

export const loader = async () => data(null, { status: 404 })
export const clientLoader = skipClientLoader

export const meta: Route.MetaFunction = notFoundMeta

export default function AnyOther() {
  return <NotFound />
}
