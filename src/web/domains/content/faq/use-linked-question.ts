import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import type { Section } from './question-ids.ts'

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
export function useLinkedQuestion(
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
