import { msg } from '@lingui/core/macro'
import { legalQuery } from '../domains/content/legal/legal-query.ts'
import { LegalText } from '../domains/content/legal/legal-text.tsx'
import { pageMeta } from '../platform/navigation/meta.ts'
import { pageLoader, skipClientLoader } from '../platform/navigation/page-context.ts'
import { legalTitles } from '../ui/legal-titles.ts'

export const loader = pageLoader((call) => [legalQuery(call, 'terms')])
export const clientLoader = skipClientLoader

export const meta = pageMeta(
  '/terms',
  legalTitles.terms,
  ({ name }) => msg`What players and members may expect of ${{ name }}, and what it expects of them.`,
)

export default function Terms() {
  return <LegalText page="terms" />
}
