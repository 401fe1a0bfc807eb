import { Trans } from '@lingui/react/macro'
import { type ReactElement, type RefObject, useLayoutEffect, useState } from 'react'
import { classes } from '../ui/classes.ts'
import { listClass } from '../ui/overlay.ts'
import { useDisclosure } from './use-disclosure.ts'

interface MoreMenuProps {
  /** The row of entries. Those without room wrap below it, out of sight. */
  readonly row: RefObject<HTMLUListElement | null>
  readonly links: readonly ReactElement<{ readonly 'aria-current'?: string | undefined }>[]
}

/** The entries of the header that its row has no room for, as they are laid out: each language, font and width differs. */
export function MoreMenu({ row, links }: MoreMenuProps) {
  const menu = useDisclosure({ closesOutside: true })
  const [room, setRoom] = useState(links.length)
  const keys = links.map(({ key }) => key).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: other links are other elements.
  useLayoutEffect(() => {
    const list = row.current
    if (list === null) return
    const items = [...list.children] as HTMLElement[]
    function measure() {
      if (list === null) return
      const fitting = items.filter(({ offsetTop }) => offsetTop === items[0]?.offsetTop).length
      // With the gaps between them. Where that fits there is room for all without this menu.
      const width = items.reduce((sum, item) => sum + item.getBoundingClientRect().width + 2, 0)
      const shown = width > (list.parentElement?.clientWidth ?? 0) ? fitting : items.length
      for (const [at, item] of items.entries()) item.classList.toggle('invisible', at >= shown)
      // Keys may have scrolled there before the menu was loaded.
      list.scrollTop = 0
      setRoom(shown)
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const one of [list, ...items]) observer.observe(one)
    return () => {
      observer.disconnect()
      for (const item of items) item.classList.remove('invisible')
    }
  }, [row, keys])
  const rest = links.slice(room)
  return (
    <details
      ref={menu}
      className={classes('relative shrink-0 nav-sheet:hidden', rest.length === 0 && 'hidden')}
    >
      <summary
        className={classes(
          "nav-entry cursor-pointer list-none after:ms-1 after:content-['▾'] [&::-webkit-details-marker]:hidden",
          rest.some(({ props }) => props['aria-current'] !== undefined) && 'nav-current',
        )}
      >
        <Trans context="button of the header with the pages that it has no room for: short">More</Trans>
      </summary>
      <ul className={classes(listClass, 'absolute end-0 top-full mt-2 w-max max-w-80')}>
        {rest.map((link) => (
          <li key={link.key}>{link}</li>
        ))}
      </ul>
    </details>
  )
}
