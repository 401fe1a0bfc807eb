import { msg } from '@lingui/core/macro'
import { legalQuery } from '../domains/content/legal/legal-query.ts'
import { LegalText } from '../domains/content/legal/legal-text.tsx'
import { pageMeta } from '../platform/navigation/meta.ts'
import { pageLoader, skipClientLoader } from '../platform/navigation/page-context.ts'
import { legalTitles } from '../ui/legal-titles.ts'

export const loader = pageLoader((call) => [legalQuery(call, 'cookies')])
export const clientLoader = skipClientLoader

export const meta = pageMeta(
  '/cookies',
  legalTitles.cookies,
  ({ name }) => msg`Which cookies ${{ name }} sets, and what it stores in the browser.`,
)

export default function Cookies() {
  return <LegalText page="cookies" />
}
