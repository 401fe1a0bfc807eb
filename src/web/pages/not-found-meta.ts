import { msg } from '@lingui/core/macro'
import { pageMeta, siteOf } from '../platform/meta.ts'

interface Where {
  readonly matches: Parameters<typeof siteOf>[0]
  readonly location: { readonly pathname: string }
}

export const notFoundMeta = ({ matches, location }: Where) =>
  pageMeta(siteOf(matches), {
    title: msg`404 Page Not Found`,
    description: msg`There is no page at this address.`,
    path: location.pathname,
    noindex: true,
  })
