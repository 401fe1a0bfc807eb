import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useEffectEvent, useId, useState } from 'react'
import { minTypedName } from '../../../../contract/posts/mentions.ts'
import { mentionEndpoints } from '../../../../contract/posts/mentions-endpoints.ts'
import { codePoints } from '../../../../contract/text.ts'
import { api } from '../../../platform/api.ts'
import { isComposing } from '../../../platform/composition.ts'
import { useDebouncedValue } from '../../../platform/use-debounced-value.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { classes } from '../../../ui/classes.ts'
import { FormerName } from '../../../ui/former-name.tsx'
import { PlayerName } from '../../../ui/player-name.tsx'
import { ListedRank } from '../../../ui/rank-badge.tsx'
import { type TypedName, typedName } from './typed-name.ts'

const beginsWith = (name: string, beginning: string) =>
  name.toLowerCase().startsWith(beginning.normalize('NFC').toLowerCase())

/** The mention that the cursor is in, while the text has the focus. */
function useTypedName(box: HTMLTextAreaElement): TypedName | null {
  const [typed, setTyped] = useState<TypedName | null>(null)
  useEffect(() => {
    const read = () =>
      setTyped(
        document.activeElement === box && box.selectionStart === box.selectionEnd
          ? typedName(box.value.slice(0, box.selectionStart))
          : null,
      )
    read()
    const events = ['input', 'keyup', 'click', 'focus', 'blur']
    for (const name of events) box.addEventListener(name, read)
    return () => {
      for (const name of events) box.removeEventListener(name, read)
    }
  }, [box])
  return typed
}

/** Members and players whose name begins so. Where a beginning has none, longer ones ask no more. */
function useNames(name: string) {
  const settled = useDebouncedValue(name)
  const [without, setWithout] = useState<string | null>(null)
  const isLongEnough = codePoints(settled) >= minTypedName
  const found = useQuery({
    queryKey: ['mentions', settled.toLowerCase()],
    queryFn: ({ signal }) => api(mentionEndpoints.suggest, { query: { name: settled }, signal }),
    enabled: isLongEnough && (without === null || !beginsWith(settled, without)),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  if (found.data?.length === 0 && !found.isPlaceholderData && without !== settled && isLongEnough)
    setWithout(settled)
  const isAsked = codePoints(name) >= minTypedName
  return {
    users: isAsked ? (found.data ?? []).filter(({ username }) => beginsWith(username, name)) : [],
    failed: isAsked && found.isError,
  }
}

const margin = 8
const header = 64
/** In px, of six names and of two. */
const height = { max: 288, min: 100 }

/** Below the text, or above it where there is more room, as high as its dialog or the screen lets it be. */
function placeAt(box: HTMLTextAreaElement): CSSProperties {
  const { top, bottom } = box.getBoundingClientRect()
  const dialog = box.closest('[role=dialog]')?.getBoundingClientRect()
  const screen = window.visualViewport?.height ?? window.innerHeight
  const below = Math.min(screen, dialog?.bottom ?? screen) - bottom - margin
  const above = top - Math.max(header, dialog?.top ?? header) - margin
  const isAbove = below < height.min && above > below
  const maxHeight = Math.min(height.max, Math.max(height.min, isAbove ? above : below))
  return isAbove
    ? { bottom: `calc(100% - ${box.offsetTop - 4}px)`, maxHeight }
    : { top: box.offsetTop + box.offsetHeight + 4, maxHeight }
}

interface NameListProps {
  readonly box: HTMLTextAreaElement
}

/** The names that fit the mention that is typed, below the text. */
export function NameList({ box }: NameListProps) {
  const { t } = useLingui()
  const id = useId()
  const typed = useTypedName(box)
  const [closed, setClosed] = useState<TypedName | null>(null)
  const [chosen, setChosen] = useState({ name: '', index: 0 })
  const name = typed?.name.trim() ?? ''
  // A chosen or refused name offers nothing more until it is typed again.
  const isClosed = closed !== null && typed?.at === closed.at && beginsWith(typed.name, closed.name)
  const { users, failed } = useNames(isClosed ? '' : name)
  const active = Math.min(chosen.name === name ? chosen.index : 0, users.length - 1)
  const optionId = (index: number) => `${id}-${index}`
  const activeId = active < 0 ? undefined : optionId(active)

  function choose(username: string) {
    if (typed === null) return
    const end = box.selectionEnd
    const space = /^\s/.test(box.value.slice(end)) ? '' : ' '
    box.focus()
    box.setRangeText(`@${username}${space}`, typed.at, end, 'end')
    setClosed({ at: typed.at, name: username })
    // React and the form take it as typed.
    box.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.target !== box || isComposing(event) || typed === null || users.length === 0) return
    const move = (by: number) => setChosen({ name, index: (active + by + users.length) % users.length })
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Escape') setClosed(typed)
    else if (event.key === 'Enter' && !event.shiftKey) choose(users[active]!.username)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    // On the window, before a dialog takes Escape.
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
  useEffect(() => {
    if (activeId === undefined) return
    box.setAttribute('aria-autocomplete', 'list')
    box.setAttribute('aria-controls', `${id}-list`)
    box.setAttribute('aria-activedescendant', activeId)
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
    return () => {
      for (const attribute of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant'])
        box.removeAttribute(attribute)
    }
  }, [box, id, activeId])

  return (
    <>
      {users.length > 0 && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t`Names`}
          className="absolute inset-x-0 z-30 overflow-y-auto overscroll-contain rounded-md border border-line-strong bg-ground-raised p-1 shadow-float"
          style={placeAt(box)}
        >
          {users.map((user, index) => (
            <button
              key={user.id}
              id={optionId(index)}
              type="button"
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              // The focus stays in the text.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(user.username)}
              className={classes(
                'flex min-h-11 w-full items-center gap-3 rounded-sm px-2.5 py-1.5 text-start text-sm hover:bg-line',
                index === active && 'bg-ember/12 shadow-[inset_2px_0_0_var(--color-ember)]',
              )}
            >
              <Avatar username={user.username} avatarUrl={user.avatarUrl} size="sm" />
              <span className="flex min-w-0 flex-wrap items-center gap-x-2 font-semibold">
                <PlayerName name={user.username} />
                <ListedRank rank={user.rank} />
                <FormerName name={user.formerName} />
              </span>
            </button>
          ))}
        </div>
      )}
      <p role="status" className={failed ? 'mt-1.5 text-bad text-sm' : 'sr-only'}>
        {failed
          ? t`The names could not be loaded. You can still type the whole name.`
          : users.length > 0 &&
            t`${plural({ count: users.length }, { one: '# name', other: '# names' })}. Up and down to choose, Enter to take one.`}
      </p>
    </>
  )
}
