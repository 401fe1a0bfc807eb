/** Whose draft it is: a member's id, or null for a visitor. */
export type DraftOwner = number | null

const memberPrefix = 'member:'
const visitorPrefix = 'visitor:'
const memberKey = (id: number, name: string) => `${memberPrefix}${id}:${name}`

/** Limits of what one browser stores; the oldest drafts make room for new ones. */
export const draftLimits = { drafts: 40, chars: 200_000, ageMs: 30 * 24 * 60 * 60_000 } as const

/** A member's drafts outlive the tab; a visitor's end with it, because nobody can sign a visitor out. */
const storageOf = (owner: DraftOwner) => (owner === null ? sessionStorage : localStorage)
const keyOf = (owner: DraftOwner, name: string) =>
  owner === null ? visitorPrefix + name : memberKey(owner, name)

type Stored = Readonly<Record<string, unknown>>

function parse(text: string | null): Stored | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    // Not written by this module.
    return undefined
  }
}

const savedAt = (draft: Stored | undefined) => (typeof draft?.savedAt === 'number' ? draft.savedAt : 0)

/** Returns the draft, or undefined when there is none, it cannot be read, or it is too old. */
export function readDraft(owner: DraftOwner, name: string): Stored | undefined {
  try {
    const draft = parse(storageOf(owner).getItem(keyOf(owner, name)))
    // An older release stored no time.
    const isOld = draft !== undefined && 'savedAt' in draft && savedAt(draft) < Date.now() - draftLimits.ageMs
    return isOld ? undefined : draft
  } catch {
    // The browser blocks its storage.
    return undefined
  }
}

/** Returns false when the draft is too long or the browser refuses: its storage is blocked or full. */
export function writeDraft(owner: DraftOwner, name: string, draft: object): boolean {
  const text = JSON.stringify({ ...draft, savedAt: Date.now() })
  if (text.length > draftLimits.chars) return false
  try {
    const storage = storageOf(owner)
    const key = keyOf(owner, name)
    if (storage.getItem(key) === null) makeRoom(storage, owner === null ? visitorPrefix : memberPrefix)
    storage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** Removes drafts that are too old, and the oldest beyond the limit. */
function makeRoom(storage: Storage, prefix: string): void {
  const pageStatement = Object.keys(storage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => ({ key, at: savedAt(parse(storage.getItem(key))) }))
    .sort((one, other) => other.at - one.at)
  const oldest = Date.now() - draftLimits.ageMs
  for (const [index, { key, at }] of pageStatement.entries())
    if (at < oldest || index >= draftLimits.drafts - 1) storage.removeItem(key)
}

export function removeDraft(owner: DraftOwner, name: string): void {
  try {
    storageOf(owner).removeItem(keyOf(owner, name))
  } catch {
    // A browser that blocks its storage has no draft.
  }
}

function removeByPrefix(storage: Storage, prefix: string): void {
  for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
}

/** Removes what this browser stores for a member who signs out or whose account is deleted. */
export function removeDraftsOf(memberId: number): void {
  try {
    removeByPrefix(localStorage, memberKey(memberId, ''))
    removeByPrefix(sessionStorage, visitorPrefix)
  } catch {
    // A browser that blocks its storage has no draft.
  }
}

/** What was typed in this tab before signing in belongs to the member who signs in there. */
export function adoptVisitorDrafts(memberId: number): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      const draft = key.startsWith(visitorPrefix) ? parse(sessionStorage.getItem(key)) : undefined
      if (draft !== undefined) writeDraft(memberId, key.slice(visitorPrefix.length), draft)
    }
    removeByPrefix(sessionStorage, visitorPrefix)
  } catch {
    // A browser that blocks its storage has no draft.
  }
}
