import { useSyncExternalStore } from 'react'

/** A visitor's choice of yes or no, stored in this browser. */
export interface StoredFlag {
  /** `usual` on the server and until the page is hydrated. */
  useFlag(): boolean
  /** Only in the browser. */
  get(): boolean
  set(next: boolean): void
}

/** `usual` holds until the visitor chooses; a browser may refuse storage, then the choice lasts as long as the page. */
export function storedFlag(key: string, usual: boolean): StoredFlag {
  let unstored: boolean | undefined
  const listeners = new Set<() => void>()

  function get(): boolean {
    if (unstored !== undefined) return unstored
    try {
      const stored = localStorage.getItem(key)
      return stored === null ? usual : stored === 'true'
    } catch {
      return usual
    }
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  return {
    get,
    useFlag: () => useSyncExternalStore(subscribe, get, () => usual),
    set(next) {
      try {
        localStorage.setItem(key, String(next))
        unstored = undefined
      } catch {
        unstored = next
      }
      for (const listener of listeners) listener()
    },
  }
}
