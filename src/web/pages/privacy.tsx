import { msg } from '@lingui/core/macro'
import { legalQuery } from '../domains/content/legal/legal-query.ts'
import { LegalText } from '../domains/content/legal/legal-text.tsx'
import { pageMeta } from '../platform/navigation/meta.ts'
import { pageLoader, skipClientLoader } from '../platform/navigation/page-context.ts'
import { legalTitles } from '../ui/legal-titles.ts'

export const loader = pageLoader((call) => [legalQuery(call, 'privacy')])
export const clientLoader = skipClientLoader

export const meta = pageMeta(
  '/privacy',
  legalTitles.privacy,
  ({ name }) => msg`What ${{ name }} stores about players and members, why, for how long, and who sees it.`,
)

export default function Privacy() {
  return <LegalText page="privacy" />
}
