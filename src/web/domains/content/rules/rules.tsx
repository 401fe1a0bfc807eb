import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { RulesContent } from '../../../../contract/content/content-schemas.ts'
import { api } from '../../../platform/api.ts'
import { Accordion, AccordionSection } from '../../../ui/accordion.tsx'
import { LinkedText } from '../../../ui/linked-text.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { rulesQuery } from './rules-query.ts'

/** All rules by section, and what happens to those who break them. */
export function Rules() {
  const { t } = useLingui()
  return (
    <Loaded
      query={useQuery(rulesQuery(api))}
      loading={<RulesLoading />}
      failed={t`Failed to load the rules.`}
    >
      {(rules) => (
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
          <div className="grid min-w-0 gap-5">
            <p className="max-w-prose text-ink-soft leading-relaxed">{rules.intro}</p>
            <RuleSections sections={rules.sections} />
          </div>
          <Penalties {...rules.penalties} />
        </div>
      )}
    </Loaded>
  )
}

function RulesLoading() {
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
      <p role="status" className="sr-only">
        <Trans>Loading the rules...</Trans>
      </p>
      <div className="grid gap-5">
        <Skeleton className="h-12 max-w-prose" />
        <Skeleton className="h-96" />
      </div>
      <Skeleton className="h-80" />
    </div>
  )
}

type Section = RulesContent['sections'][number]

/** Sections to open one at a time; their rules are numbered, so that anybody can cite one. */
function RuleSections({ sections }: { sections: readonly Section[] }) {
  return (
    <Accordion {...(sections[0] && { defaultOpen: sections[0].title })}>
      {sections.map((section, at) => (
        <AccordionSection
          key={section.title}
          value={section.title}
          headingLevel="h2"
          title={<span className="font-display font-normal text-3xl leading-none">{section.title}</span>}
        >
          <RuleList section={section} number={at + 1} />
        </AccordionSection>
      ))}
    </Accordion>
  )
}

function RuleList({ section, number }: { section: Section; number: number }) {
  return (
    <ol className="divide-y divide-line/70">
      {section.rules.map(({ name, text }, at) => (
        <li
          key={name}
          className="grid gap-x-4 gap-y-1 py-4 first:pt-1 last:pb-1 sm:grid-cols-[3.5rem_minmax(0,1fr)]"
        >
          <span className="font-display text-2xl text-ember-bright leading-none sm:text-3xl">
            {number}.{at + 1}
          </span>
          <div className="grid gap-1">
            <h3 className="font-bold text-base text-ink sm:text-lg">{name}</h3>
            <p className="max-w-prose sm:text-base">
              <LinkedText text={text} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** What follows from breaking a rule, and how to object. */
function Penalties({ steps, notes }: RulesContent['penalties']) {
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      className="overflow-hidden rounded-lg border border-bad/40 bg-bad-ground shadow-card lg:sticky lg:top-24"
    >
      <div
        aria-hidden
        className="h-2 bg-[repeating-linear-gradient(90deg,var(--color-bad)_0_12px,transparent_12px_24px)]"
      />
      <div className="grid gap-5 p-5">
        <h2 id={headingId} className="font-display text-3xl leading-none">
          <Trans>Penalties</Trans>
        </h2>
        <PenaltySteps steps={steps} />
        <ul className="grid gap-3 text-ink-soft text-sm leading-relaxed">
          {notes.map((note) => (
            <li key={note} className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
              <span aria-hidden className="mt-2 size-1.5 bg-bad" />
              <span>
                <LinkedText text={note} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** A staircase: each step is a little worse than the one before. */
function PenaltySteps({ steps }: { steps: readonly string[] }) {
  const { t } = useLingui()
  return (
    <ol aria-label={t`From mild to severe`} className="flex items-end gap-1">
      {steps.map((step, at) => (
        <li key={step} className="grid min-w-0 flex-1 gap-2">
          <span className="text-balance font-semibold text-ink text-xs leading-tight">{step}</span>
          <span
            aria-hidden
            className="block bg-bad"
            style={{ height: `${(at + 1) * 14}px`, opacity: (at + 1) / steps.length }}
          />
        </li>
      ))}
    </ol>
  )
}
