import { SearchX } from 'lucide-react'
import { Accordion as Primitive } from 'radix-ui'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import type { FaqContent } from '../../../../contract/content/content-schemas.ts'
import { AccordionSection } from '../../../ui/accordion.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FaqQuestion } from './faq-question.tsx'
import { FaqSearch } from './faq-search.tsx'
import { type Section, withIds } from './question-ids.ts'
import { countQuestions, matching, wordsOf } from './search.ts'

interface FaqAccordionProps {
  readonly sections: readonly Section[]
  /** Titles of the sections that are open: a search opens several. */
  readonly open: readonly string[]
  readonly onOpen: (open: string[]) => void
  readonly words: readonly string[]
  /** The question that the address names. */
  readonly linked: string | undefined
}

function FaqAccordion({ sections, open, onOpen, words, linked }: FaqAccordionProps) {
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

const decoded = (hash: string) => {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch (error) {
    // A stray percent sign names no question.
    if (error instanceof URIError) return ''
    throw error
  }
}

/** The question that the address names, brought into view once its section is open. */
function useLinkedQuestion(
  sections: readonly Section[],
  openSection: (title: string) => void,
): string | undefined {
  const { hash, key } = useLocation()
  const linked = decoded(hash)
  const section = sections.find(({ questions }) => questions.some(({ id }) => id === linked))

  const reveal = useEffectEvent((title: string) => {
    openSection(title)
    // The section is open after the next rendering, and only then has its question a place.
    requestAnimationFrame(() => document.getElementById(linked)?.scrollIntoView({ block: 'start' }))
  })
  const title = section?.title
  // `key` too: following the same link again leads there again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the two say that somebody followed a link.
  useEffect(() => {
    if (title !== undefined) reveal(title)
  }, [title, linked, key])

  return section && linked
}

const titles = (sections: readonly { readonly title: string }[]) => sections.map(({ title }) => title)

/** The sections, what is searched for in them, and which of them are open. */
export function Questions({ faq }: { faq: FaqContent }) {
  const all = useMemo(() => withIds(faq), [faq])
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState(() => titles(all).slice(0, 1))
  const words = wordsOf(query)
  const shown = matching(all, words)

  function search(next: string) {
    setQuery(next)
    const wanted = wordsOf(next)
    setOpen(wanted.length === 0 ? titles(all).slice(0, 1) : titles(matching(all, wanted)))
  }

  const linked = useLinkedQuestion(all, (title) => {
    setQuery('')
    setOpen((before) => [...new Set([...before, title])])
  })

  return (
    <div className="grid gap-5">
      <FaqSearch query={query} onQuery={search} shown={countQuestions(shown)} all={countQuestions(all)} />
      {shown.length === 0 ? (
        <EmptyState icon={SearchX} title={`Nothing here about “${query.trim()}”`}>
          Try one word instead of several, or ask the people below.
        </EmptyState>
      ) : (
        <FaqAccordion sections={shown} open={open} onOpen={setOpen} words={words} linked={linked} />
      )}
    </div>
  )
}
