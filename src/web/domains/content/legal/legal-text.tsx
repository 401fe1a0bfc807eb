import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { LegalPage } from '../../../../contract/content/legal.ts'
import { api } from '../../../platform/api.ts'
import { legalTitles } from '../../../ui/legal-titles.ts'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { Prose } from '../../../ui/prose.tsx'
import { legalQuery } from './legal-query.ts'

/** A page of the content that is Markdown, with its own title. */
export function LegalText({ page }: { page: LegalPage }) {
  const { t } = useLingui()
  return (
    <div className="mx-auto w-full max-w-page px-4 py-8 sm:px-5 lg:py-12">
      <Loaded
        query={useQuery(legalQuery(api, page))}
        failed={t`Failed to load the ${{ title: t(legalTitles[page]) }}.`}
        loading={
          <div className="grid max-w-prose gap-6">
            <p role="status" className="sr-only">
              <Trans>Loading...</Trans>
            </p>
            <Skeleton className="h-14" />
            <Skeleton className="h-96" />
          </div>
        }
      >
        {({ html, language }) => (
          <article>
            <Prose html={html} language={language} />
          </article>
        )}
      </Loaded>
    </div>
  )
}
