import { useEffect, useEffectEvent, useState } from 'react'
import { useEndedSession } from '../ended-session.ts'
import { useViewer } from '../viewer.ts'
import { type DraftOwner, readDraft, removeDraft, writeDraft } from './stored-drafts.ts'

/** The texts of a form by the names of its fields. */
export type DraftTexts = Readonly<Record<string, string>>

/** Whose drafts this page reads and writes. A session that ended leaves the page to its member until somebody signs in. */
export function useDraftOwner(): DraftOwner {
  const viewer = useViewer()
  const ended = useEndedSession()
  return viewer?.id ?? ended
}

function textsOf(draft: Readonly<Record<string, unknown>> | undefined): DraftTexts | undefined {
  const texts = Object.entries(draft ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  )
  return texts.length === 0 ? undefined : Object.fromEntries(texts)
}

/**
 * Stores what is typed into one form until it is sent. `restore` puts a draft into the form after mounting, because
 * only the browser knows it. Without a name nothing is stored. Never pass passwords or codes.
 */
export function useStoredDraft(name: string | undefined, restore: (texts: DraftTexts) => void) {
  const owner = useDraftOwner()
  const [restored, setRestored] = useState(false)
  const restoreTexts = useEffectEvent(restore)
  useEffect(() => {
    if (name === undefined) return
    const texts = textsOf(readDraft(owner, name))
    setRestored(texts !== undefined)
    if (texts !== undefined) restoreTexts(texts)
  }, [owner, name])
  return {
    /** The form shows a draft from an earlier visit. */
    restored,
    save(texts: DraftTexts) {
      if (name === undefined) return
      const isEmpty = Object.values(texts).every((text) => text === '')
      if (isEmpty) removeDraft(owner, name)
      else writeDraft(owner, name, texts)
    },
    remove() {
      if (name !== undefined) removeDraft(owner, name)
      setRestored(false)
    },
  }
}
