import { Accordion as Primitive } from 'radix-ui'
import { AccordionSection } from '../../../ui/accordion.tsx'
import { FaqQuestion } from './faq-question.tsx'
import type { Section } from './question-ids.ts'

export interface FaqAccordionProps {
  readonly sections: readonly Section[]
  /** Titles of the sections that are open: a search opens several. */
  readonly open: readonly string[]
  readonly onOpen: (open: string[]) => void
  readonly words: readonly string[]
  /** The question that the address names. */
  readonly linked: string | undefined
}

export function FaqAccordion({ sections, open, onOpen, words, linked }: FaqAccordionProps) {
  return (
    <Primitive.Root
      type="multiple"
      value={[...open]}
      onValueChange={onOpen}
      className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-ground-card"
    >
      {sections.map(({ title, questions }) => (
        <AccordionSection key={title} value={title} headingLevel="h2" title={<Title text={title} />}>
          <div className="-mx-5 -mt-1 -mb-5 divide-y divide-line/70 border-line/70 border-t bg-ground-band">
            {questions.map((question) => (
              <FaqQuestion
                key={question.id}
                question={question}
                words={words}
                isLinked={question.id === linked}
              />
            ))}
          </div>
        </AccordionSection>
      ))}
    </Primitive.Root>
  )
}

const Title = ({ text }: { text: string }) => (
  <span className="font-display font-normal text-3xl leading-none">{text}</span>
)
