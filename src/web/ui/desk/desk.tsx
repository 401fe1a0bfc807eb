import { type FocusEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { OpenRow } from '../../platform/use-open-row.ts'
import type { OpenedRow } from '../../platform/use-opened-row.ts'
import { Alert } from '../alert.tsx'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { ErrorView } from '../error-view.tsx'
import { ListStates, type ListStatesProps } from '../list-states.tsx'
import { writtenInDetail } from '../use-restored-focus.ts'
import { isBeside } from './is-beside.ts'
import { KeyHelp } from './key-help.tsx'
import { type ListKeys, useListKeys } from './use-list-keys.ts'

/** A key of one list: what the help says of it, and what it does with the row that has the focus. */
export interface DeskKey {
  readonly key: string
  readonly does: string
  readonly act: (key: string | undefined) => void
}

interface DeskProps<Row> extends ListStatesProps<Row> {
  /** What a row is: `case`, `message`. */
  readonly noun: string
  readonly filters: ReactNode
  /** Names the list that the filters chose: another one begins at its top. */
  readonly view: string
  readonly keys?: readonly DeskKey[]
  /** What the help says of Enter, where the usual words do not fit. */
  readonly enterDoes?: string
  /** The row that is open, and its detail; absent where each row says everything. */
  readonly opened?: OpenRow
  readonly detail?: ReactNode
  /** Whether the address names a row that does not exist or could not be asked for. */
  readonly link?: Pick<OpenedRow<{ readonly id: number }>, 'isUnknown' | 'retry'>
  /** Stands above the rows. */
  readonly before?: ReactNode
  /** Stands below the rows. */
  readonly after?: ReactNode
}

/**
 * A list that staff work through: filters, keys, rows in each of their states, and the detail of the open row, which is
 * beside the list on wide screens and in its place on others. Rows are marked by `data-row` and named by `data-key`; the
 * open one has `aria-current`. In a detail, `data-start` marks where the work begins.
 */
export function Desk<Row>(props: DeskProps<Row>) {
  const { noun, filters, view, keys = [], enterDoes, opened, detail, link, before, after, ...states } = props
  const list = useRef<HTMLDivElement>(null)
  const [isHelping, setIsHelping] = useState(false)
  const isOpen = detail !== undefined && detail !== null
  const actions: ListKeys = {
    ...Object.fromEntries(keys.map(({ key, act }) => [key, act])),
    '?': () => setIsHelping(true),
    ...(opened && {
      Enter(key) {
        if (key !== undefined && key !== opened.key) return opened.open(key)
        const detail = document.querySelector<HTMLElement>('[data-detail]')
        ;(detail?.querySelector<HTMLElement>('[data-start]') ?? detail)?.focus()
      },
    }),
  }
  useListKeys(list, actions)
  const noteFocus = useFocusAfterDetail(list, isOpen, opened)
  useEffect(() => {
    // In place of the list, it begins at its top, however far the list was scrolled.
    if (isOpen && !isBeside()) document.querySelector('[data-detail]')?.scrollIntoView?.({ block: 'start' })
  }, [isOpen])

  /** Beside the list, the detail follows the row that has the focus. */
  function follow({ target }: FocusEvent<HTMLElement>) {
    noteFocus(target)
    const { row, key } = target.dataset
    if (row === undefined || key === undefined || opened?.key === undefined) return
    if (isBeside()) opened.open(key)
  }

  const help = [
    ['j, k', `next ${noun}, ${noun} before`],
    ['Enter', enterDoes ?? `open the ${noun}; once more to go into it`],
    ...(opened ? [['Esc', `close the ${noun}`] as const] : []),
    ...keys.map(({ key, does }) => [key, does] as const),
    ['?', 'this help'],
  ] as const
  return (
    <div className="grid gap-4">
      <div className={classes('grid gap-4', isOpen && 'max-xl:hidden')}>
        {filters}
        <p className="text-ink-soft text-sm max-md:hidden">
          Keys: j and k move{opened && ', Enter opens'}
          {keys.map(({ key, does }) => `, ${key} ${does.split(' ')[0]}s`)}.{' '}
          <Button look="quiet" size="sm" onClick={() => setIsHelping(true)}>
            All keys
          </Button>
        </p>
      </div>
      <KeyHelp keys={help} open={isHelping} onOpenChange={setIsHelping} />
      {link?.isUnknown && <Alert tone="info" title={`This ${noun} no longer exists.`} />}
      {link?.retry && <ErrorView title={`Error loading the ${noun}`} onRetry={link.retry} />}
      {before}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it follows the focus of its rows and has no action of its own. */}
      <div
        onFocus={follow}
        className={classes('grid items-start gap-4', isOpen && 'xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]')}
      >
        <div ref={list} className={classes('@container min-w-0', isOpen && 'max-xl:hidden')}>
          <ListStates key={view} {...states} />
        </div>
        {detail}
      </div>
      {after}
    </div>
  )
}

/**
 * The focus of a detail that closes goes back to what had it in the open row. Where that row has left the list, it goes
 * to the one that took its place, else to the list. It is never taken from anything that somebody went on to, and not
 * given to a row when a text field has left: what is typed next would be keys of another row. On wide screens the next
 * row opens; otherwise the address no longer names the row that has left.
 * @returns to be called when an element of the list or of the detail gets the focus
 */
function useFocusAfterDetail(
  list: RefObject<HTMLElement | null>,
  isOpen: boolean,
  detail: OpenRow | undefined,
) {
  const focused = useRef<HTMLElement>(null)
  const isWriting = useRef(false)
  const opened = useRef<{ readonly row: HTMLElement; readonly at: number }>(null)
  useEffect(() => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const at = rows.findIndex((row) => row.getAttribute('aria-current') === 'true')
    if (rows[at] !== undefined) opened.current = { row: rows[at], at }
    if (isOpen || opened.current === null) return
    const timer = setTimeout(() => {
      const before = opened.current
      opened.current = null
      if (before === null) return
      const isFree = document.activeElement === document.body
      if (before.row.isConnected) {
        if (isFree)
          (before.row.contains(focused.current) ? focused.current : before.row)?.focus({
            preventScroll: true,
          })
        return
      }
      const now = list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []
      const next = now[Math.min(before.at, now.length - 1)] ?? list.current?.firstElementChild
      if (isFree && !isWriting.current && next instanceof HTMLElement) next.focus()
      if (!isBeside() || document.activeElement?.closest('[data-row]') == null)
        detail?.close(before.row.dataset.key)
    })
    return () => clearTimeout(timer)
  })
  return (element: HTMLElement) => {
    isWriting.current = element.matches(writtenInDetail)
    if (list.current?.contains(element)) focused.current = element
  }
}
