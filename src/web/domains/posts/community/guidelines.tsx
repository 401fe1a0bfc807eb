import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { api } from '../../../platform/api.ts'
import { sentenceOf } from '../../../platform/api-error.ts'
import { CardText, CardTitle } from '../../../ui/card.tsx'
import { ErrorView } from '../../../ui/error-view.tsx'
import { Words } from '../../../ui/words.tsx'
import { GuidelineList } from './guideline-list.tsx'
import { GuidelinesLoading } from './guidelines-loading.tsx'
import { guidelinesQuery } from './guidelines-query.ts'

/** How people treat each other here, and the way to the full rules. */
export function Guidelines({ intro }: { intro: string | undefined }) {
  const headingId = useId()
  const { data, error, refetch } = useQuery(guidelinesQuery(api))
  return (
    <section aria-labelledby={headingId} className="grid gap-5 pt-2">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid gap-2">
          <CardTitle id={headingId} className="text-3xl">
            Community Guidelines
          </CardTitle>
          <CardText>
            <Words text={intro} />
          </CardText>
        </div>
        <Link
          to="/rules"
          className="inline-flex min-h-9 items-center gap-2 font-semibold text-ember-bright text-sm underline underline-offset-4"
        >
          View Full Rules
          <ArrowRight aria-hidden className="size-4" />
        </Link>
      </div>
      {data === undefined && error === null && <GuidelinesLoading />}
      {data === undefined && error !== null && (
        <ErrorView
          title="Failed to load the community guidelines."
          message={sentenceOf(error, error.message)}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && <GuidelineList guidelines={data.guidelines} />}
    </section>
  )
}
