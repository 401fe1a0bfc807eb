import { msg } from '@lingui/core/macro'
import { metaTags, siteOf } from '../platform/navigation/meta.ts'

interface Where {
  readonly matches: Parameters<typeof siteOf>[0]
  readonly location: { readonly pathname: string }
}

export const notFoundMeta = ({ matches, location }: Where) =>
  metaTags(siteOf(matches), {
    title: msg`404 Page Not Found`,
    description: msg`There is no page at this address.`,
    path: location.pathname,
    noindex: true,
  })
