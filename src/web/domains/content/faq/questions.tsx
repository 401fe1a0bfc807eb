import { Trans, useLingui } from '@lingui/react/macro'
import { Link2, SearchX } from 'lucide-react'
import { Accordion as Primitive } from 'radix-ui'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { FaqContent } from '../../../../contract/content/content-schemas.ts'
import { inlinePlain } from '../../../../contract/content/inline-text.ts'
import { foldedText } from '../../../../contract/text.ts'
import { useTakenOver } from '../../../platform/hydrated.ts'
import { AccordionSection } from '../../../ui/accordion.tsx'
import { classes } from '../../../ui/classes.ts'
import { LinkedText } from '../../../ui/linked-text.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { FaqSearch } from './faq-search.tsx'
import { type Question, type Section, withIds } from './question-ids.ts'

/** The words of a search, in any order, without case, accents and width. */
export const wordsOf = (query: string) =>
  foldedText(query)
    .split(/[\s_]+/)
    .filter(Boolean)

/** Sections with those questions that contain every word, in the question or in its answer. */
export function matching(sections: readonly Section[], words: readonly string[]): Section[] {
  return sections
    .map((section) => ({
      ...section,
      questions: section.questions.filter(({ question, answer }) => {
        const text = foldedText(`${question}\n${inlinePlain(answer)}`)
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ questions }) => questions.length > 0)
}

export const countQuestions = (sections: readonly Section[]) =>
  sections.reduce((sum, { questions }) => sum + questions.length, 0)

/** Letters of a searched word that are marked. */
const maxWordLetters = 64

interface Piece {
  readonly text: string
  readonly found: boolean
}

/** Cuts a text where the words occur in it; of two that overlap the longer one counts. */
export function pieces(text: string, words: readonly string[]): Piece[] {
  const longestFirst = [...words].sort((a, b) => b.length - a.length)
  // A letter may fold to several, as a ligature does, or with its accents to one.
  const letters = text.normalize('NFC').match(/\P{M}\p{M}*|\p{M}+/gu) ?? []
  const folded = letters.map(foldedText)
  const found: Piece[] = []
  const add = (part: string, isFound: boolean) => {
    const last = found.at(-1)
    if (last?.found === isFound && !isFound)
      found[found.length - 1] = { text: last.text + part, found: false }
    else found.push({ text: part, found: isFound })
  }
  for (let at = 0; at < letters.length; ) {
    const rest = folded.slice(at, at + maxWordLetters).join('')
    const word = longestFirst.find((one) => rest.startsWith(one))
    let end = at + 1
    for (let length = folded[at]!.length; word !== undefined && length < word.length; end += 1)
      length += folded[end]!.length
    add(letters.slice(at, end).join(''), word !== undefined)
    at = end
  }
  return found
}

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
    // A stray percent sign cannot be decoded.
    if (error instanceof URIError) return ''
    throw error
  }
}

/** Scrolls to the question of the URL once its section is open. */
function useLinkedQuestion(
  sections: readonly Section[],
  openSection: (title: string) => void,
): { readonly linked: string | undefined; readonly isGone: boolean } {
  const { hash, key } = useLocation()
  const wanted = decoded(hash)
  const found = (isNamed: (question: Question) => boolean) =>
    sections.flatMap(({ questions }) => questions).find(isNamed)
  const question = found(({ id }) => id === wanted) ?? found(({ formerId }) => formerId === wanted)
  const linked = question?.id
  const section = sections.find(({ questions }) => questions.some(({ id }) => id === linked))

  const reveal = useEffectEvent((title: string) => {
    openSection(title)
    // The section opens with the next render; only then can its question be scrolled to.
    requestAnimationFrame(
      () => linked !== undefined && document.getElementById(linked)?.scrollIntoView({ block: 'start' }),
    )
  })
  const title = section?.title
  // `key` too: following the same link again leads there again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the two say that somebody followed a link.
  useEffect(() => {
    if (title !== undefined) reveal(title)
  }, [title, linked, key])

  const isGone = useTakenOver(() => linked === undefined && wanted !== '', false)
  return { linked, isGone }
}

const titles = (sections: readonly { readonly title: string }[]) => sections.map(({ title }) => title)

/** The sections, what is searched for in them, and which of them are open. */
export function Questions({ faq }: { faq: FaqContent }) {
  const all = useMemo(() => withIds(faq), [faq])
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState(() => titles(all).slice(0, 1))
  const { t } = useLingui()
  const words = wordsOf(query)
  const shown = matching(all, words)

  function search(next: string) {
    setQuery(next)
    const wanted = wordsOf(next)
    setOpen(wanted.length === 0 ? titles(all).slice(0, 1) : titles(matching(all, wanted)))
  }

  const { linked, isGone } = useLinkedQuestion(all, (title) => {
    setQuery('')
    setOpen((before) => [...new Set([...before, title])])
  })

  return (
    <div className="grid gap-5">
      {isGone && (
        <p role="status" className="text-ink-soft">
          <Trans>The question that this link names is no longer here.</Trans>
        </p>
      )}
      <FaqSearch query={query} onQuery={search} shown={countQuestions(shown)} all={countQuestions(all)} />
      {shown.length === 0 ? (
        <EmptyState icon={SearchX} title={t`No question matches “${{ query: query.trim() }}”`}>
          <Trans>Try a single word, or ask us below.</Trans>
        </EmptyState>
      ) : (
        <FaqAccordion sections={shown} open={open} onOpen={setOpen} words={words} linked={linked} />
      )}
    </div>
  )
}

interface FaqQuestionProps {
  readonly question: Question
  readonly words: readonly string[]
  readonly isLinked: boolean
}

function FaqQuestion({ question: { id, question, answer }, words, isLinked }: FaqQuestionProps) {
  const { t } = useLingui()
  return (
    <article
      id={id}
      aria-labelledby={`${id}-title`}
      className={classes(
        'group/question relative grid gap-1.5 px-5 py-5 md:pe-14 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:gap-8',
        isLinked && 'bg-ground-raised shadow-[inset_3px_0_0_var(--color-ember)]',
      )}
    >
      <h3 id={`${id}-title`} className="font-bold text-base text-ink leading-snug max-md:pe-9">
        <Marked text={question} words={words} />
      </h3>
      <p className="max-w-prose">
        <LinkedText text={answer} words={(text) => <Marked text={text} words={words} />} />
      </p>
      <Link
        to={{ hash: id }}
        aria-label={t`Link to: ${question}`}
        className="absolute top-3 end-3 inline-flex size-9 items-center justify-center rounded-md text-ink-faint hover:bg-ground-raised hover:text-ember-bright"
      >
        <Link2 aria-hidden className="size-4" />
      </Link>
    </article>
  )
}

/** Text in which what was searched for stands out. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return pieces(text, words).map((piece, at) =>
    piece.found ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name, and keep their order.
      <mark key={at} className="rounded-sm bg-ember px-0.5 text-ember-ink">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
