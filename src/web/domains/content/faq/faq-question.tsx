import { Link2 } from 'lucide-react'
import { Link } from 'react-router'
import { classes } from '../../../ui/classes.ts'
import { LinkedText } from '../../../ui/linked-text.tsx'
import type { Question } from './question-ids.ts'
import { pieces } from './search.ts'

export interface FaqQuestionProps {
  readonly question: Question
  readonly words: readonly string[]
  readonly isLinked: boolean
}

export function FaqQuestion({ question: { id, question, answer }, words, isLinked }: FaqQuestionProps) {
  return (
    <article
      id={id}
      aria-labelledby={`${id}-title`}
      className={classes(
        'group/question relative grid gap-1.5 px-5 py-5 md:pr-14 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:gap-8',
        isLinked && 'bg-ground-raised shadow-[inset_3px_0_0_var(--color-ember)]',
      )}
    >
      <h3 id={`${id}-title`} className="font-bold text-base text-ink leading-snug max-md:pr-9">
        <Marked text={question} words={words} />
      </h3>
      <p className="max-w-prose">
        <LinkedText text={answer} words={(text) => <Marked text={text} words={words} />} />
      </p>
      <Link
        to={{ hash: id }}
        aria-label={`Link to: ${question}`}
        className="absolute top-3 right-3 inline-flex size-9 items-center justify-center rounded-md text-ink-faint hover:bg-ground-raised hover:text-ember-bright"
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
