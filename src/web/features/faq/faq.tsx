import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../platform/api.ts'
import { sentenceOf } from '../../platform/api-error.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import { FaqLoading } from './faq-loading.tsx'
import { faqQuery } from './faq-query.ts'
import { Questions } from './questions.tsx'

export function Faq() {
  const { data: faq, error, refetch } = useQuery(faqQuery(api))
  const place = useRef<HTMLDivElement>(null)

  function retry() {
    // The button leaves with its alert.
    place.current?.focus()
    void refetch()
  }

  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {faq !== undefined ? (
        <div className="grid gap-6">
          <p className="max-w-prose text-ink-soft leading-relaxed">{faq.intro}</p>
          <Questions faq={faq} />
        </div>
      ) : error !== null ? (
        <ErrorView
          title="Failed to load the questions."
          message={sentenceOf(error, error.message)}
          onRetry={retry}
        />
      ) : (
        <FaqLoading />
      )}
    </div>
  )
}
