import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../platform/api.ts'
import { sentenceOf } from '../../platform/api-error.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import { Penalties } from './penalties.tsx'
import { RuleSections } from './rule-sections.tsx'
import { RulesLoading } from './rules-loading.tsx'
import { rulesQuery } from './rules-query.ts'

/** All rules by section, and what happens to those who break them. */
export function Rules() {
  const { data: rules, error, refetch } = useQuery(rulesQuery(api))
  const place = useRef<HTMLDivElement>(null)

  function retry() {
    // The button leaves with its alert.
    place.current?.focus()
    void refetch()
  }

  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {rules !== undefined ? (
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
          <div className="grid min-w-0 gap-5">
            <p className="max-w-prose text-ink-soft leading-relaxed">{rules.intro}</p>
            <RuleSections sections={rules.sections} />
          </div>
          <Penalties {...rules.penalties} />
        </div>
      ) : error !== null ? (
        <ErrorView
          title="Failed to load the rules."
          message={sentenceOf(error, error.message)}
          onRetry={retry}
        />
      ) : (
        <RulesLoading />
      )}
    </div>
  )
}
