import type { RulesContent } from '../../../../contract/content/content-schemas.ts'
import { Accordion, AccordionSection } from '../../../ui/accordion.tsx'
import { LinkedText } from '../../../ui/linked-text.tsx'

type Section = RulesContent['sections'][number]

/** Sections to open one at a time; their rules are numbered, so that anybody can be told which one. */
export function RuleSections({ sections }: { sections: readonly Section[] }) {
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
