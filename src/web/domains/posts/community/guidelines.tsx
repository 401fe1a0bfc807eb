import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import type { GuidelinesContent } from '../../../../contract/content/content-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { CardText, CardTitle } from '../../../ui/card.tsx'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { Words } from '../../../ui/words.tsx'
import { guidelinesQuery } from './guidelines-query.ts'

/** How people treat each other here, and the way to the full rules. */
export function Guidelines({ intro }: { intro: string | undefined }) {
  const { t } = useLingui()
  const headingId = useId()
  const { data, error, refetch } = useQuery(guidelinesQuery(api))
  return (
    <section aria-labelledby={headingId} className="grid gap-5 pt-2">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid gap-2">
          <CardTitle id={headingId} className="text-3xl">
            <Trans>Community Guidelines</Trans>
          </CardTitle>
          <CardText>
            <Words text={intro} />
          </CardText>
        </div>
        <Link
          to="/rules"
          className="inline-flex min-h-9 items-center gap-2 font-semibold text-ink text-sm underline underline-offset-4"
        >
          <Trans>View Full Rules</Trans>
          <ArrowRight aria-hidden className="size-4" />
        </Link>
      </div>
      {data === undefined && error === null && <GuidelinesLoading />}
      {data === undefined && error !== null && (
        <ErrorView
          title={t`Failed to load the community guidelines.`}
          message={errorMessage(error, error.message)}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && <GuidelineList guidelines={data.guidelines} />}
    </section>
  )
}

function GuidelinesLoading() {
  return (
    <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
      <p role="status" className="sr-only">
        <Trans>Loading guidelines...</Trans>
      </p>
      {[0, 1, 2, 3].map((place) => (
        <Skeleton key={place} className="h-20" />
      ))}
    </div>
  )
}

/** Numbered, so that people can point at one. */
function GuidelineList({ guidelines }: GuidelinesContent) {
  return (
    <ol className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
      {guidelines.map(({ title, text }, index) => (
        <li key={title} className="grid grid-cols-[2.5rem_minmax(0,1fr)] border-line border-t pt-4">
          <span aria-hidden className="font-display text-3xl text-ember leading-none">
            {index + 1}
          </span>
          <div>
            <h3 className="font-bold">{title}</h3>
            <p className="mt-1 text-ink-soft text-sm leading-relaxed">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
