import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api.ts'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { faqQuery } from './faq-query.ts'
import { Questions } from './questions.tsx'

export function Faq() {
  const { t } = useLingui()
  return (
    <Loaded
      query={useQuery(faqQuery(api))}
      loading={<FaqLoading />}
      failed={t`Failed to load the questions.`}
    >
      {(faq) => (
        <div className="grid gap-6">
          <p className="max-w-prose text-ink-soft leading-relaxed">{faq.intro}</p>
          <Questions faq={faq} />
        </div>
      )}
    </Loaded>
  )
}

function FaqLoading() {
  return (
    <div className="grid gap-6">
      <p role="status" className="sr-only">
        <Trans>Loading the questions...</Trans>
      </p>
      <Skeleton className="h-6 max-w-prose" />
      <Skeleton className="h-12" />
      <Skeleton className="h-96" />
    </div>
  )
}
