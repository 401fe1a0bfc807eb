import { useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { type ComponentType, type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { SiteSearchProps } from './site-search.tsx'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable=true]') !== null

/**
 * Opens the search of the site, as does the key `/`. Its code is loaded when it is first opened. Without scripts the
 * link leads to the search for players.
 */
export function SiteSearchButton() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [Panel, setPanel] = useState<ComponentType<SiteSearchProps> | null>(null)
  /** What is in the field when the panel opens; null while it is closed. */
  const [initial, setInitial] = useState<string | null>(null)
  const button = useRef<HTMLAnchorElement>(null)
  /** Letters typed after `/` while the code is on its way; null while it is not. */
  const early = useRef<string | null>(null)

  async function show() {
    if (early.current !== null) return
    early.current = ''
    try {
      const { SiteSearch } = await import('./site-search.tsx')
      setPanel(() => SiteSearch)
      setInitial(early.current ?? '')
    } catch {
      early.current = null
      void navigate('/community')
    }
  }

  function close() {
    early.current = null
    setInitial(null)
  }

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const { key } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target))
        return
      if (early.current !== null) {
        // Once the panel is there, its field has the focus.
        if ([...key].length === 1) early.current += key
      } else if (key === '/' && document.querySelector('[role=dialog], [role=alertdialog]') === null) {
        event.preventDefault()
        void show()
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })

  return (
    <>
      <Link
        ref={button}
        to="/community"
        aria-label={t`Search`}
        aria-keyshortcuts="/"
        title={t`Search (/)`}
        onClick={(event: MouseEvent) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          void show()
        }}
        className="nav-search"
      >
        <Search aria-hidden className="size-5" />
      </Link>
      {Panel !== null && initial !== null && (
        <Panel initial={initial} onClose={close} returnFocusTo={button} />
      )}
    </>
  )
}
