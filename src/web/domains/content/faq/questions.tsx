import { SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { FaqContent } from '../../../../contract/content/content-schemas.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FaqAccordion } from './faq-accordion.tsx'
import { FaqSearch } from './faq-search.tsx'
import { withIds } from './question-ids.ts'
import { countQuestions, matching, wordsOf } from './search.ts'
import { useLinkedQuestion } from './use-linked-question.ts'

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
