import { select } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { searchWith } from '../../../platform/navigation/address-filters.ts'
import type { OpenRow } from '../../../platform/navigation/use-open-row.ts'
import type { OpenedRow } from '../../../platform/navigation/use-opened-row.ts'
import { runToastAction } from '../../../platform/toasts.ts'
import { Alert } from '../../alert.tsx'
import { Button, Paused } from '../../button.tsx'
import { classes } from '../../classes.ts'
import { writtenInDetail } from '../../use-restored-focus.ts'
import { ErrorView } from '../error-view.tsx'
import { ListStates, type ListStatesProps } from '../list-states.tsx'
import { isBeside } from './is-beside.ts'
import { KeyHelp } from './key-help.tsx'
import type { RowKind } from './row-kind.ts'
import { useHeldRows } from './use-held-rows.ts'
import { type ListKeys, useListKeys } from './use-list-keys.ts'

/** A key of one list: its text in the help, and its action on the row that has the focus. */
interface AdminListKey {
  readonly key: string
  /** In the help: `select the case`. */
  readonly does: string
  /** After the key, above the list: `x selects`. */
  readonly short: string
  readonly act: (key: string | undefined) => void
}

interface AdminListProps<Row> extends ListStatesProps<Row> {
  readonly kind: RowKind
  readonly filters: ReactNode
  /** Key of the list that the filters chose. Another list begins at its top. */
  readonly view: string
  readonly keys?: readonly AdminListKey[]
  /** Text of the help for Enter, where the default does not fit. */
  readonly enterDoes?: string
  /** The open row and its detail; absent where rows have no detail. */
  readonly opened?: OpenRow
  readonly detail?: ReactNode
  /** Whether the URL names a row that does not exist or could not be fetched. */
  readonly link?: Pick<OpenedRow<{ readonly id: number }>, 'isUnknown' | 'retry'>
  /** Key of a row; its id by default. */
  readonly keyOf?: (row: Row) => string
  /** Stands above the rows. */
  readonly before?: ReactNode
  /** Stands below the rows. */
  readonly after?: ReactNode
}

/** How long buttons ignore presses after they moved: longer than a double click, shorter than reading a name. */
const pauseMs = 1_000

const idOf = ({ id }: { readonly id: number | string }) => String(id)

/**
 * A list that staff work through: filters, keys, rows, and the detail of the open row, which is beside the list on wide
 * screens and replaces it on others. When a row leaves or the detail closes, the buttons of both ignore presses for a
 * second, so that the second of two clicks decides nothing else. So do those of a detail that something above its
 * `data-start` moved. Rows have `data-row` and `data-key`, the open one
 * `aria-current`. In a detail, the element with `data-start` gets the focus.
 */
export function AdminList<Row extends { readonly id: number | string }>(props: AdminListProps<Row>) {
  const { t } = useLingui()
  const { kind, filters, view, keys = [], enterDoes, opened, detail, link, before, after, ...states } = props
  const { keyOf = idOf, ...listStates } = states
  const list = useRef<HTMLDivElement>(null)
  const [isHelping, setIsHelping] = useState(false)
  // Renders again, with the new rows.
  const [, setShown] = useState(0)
  const isOpen = detail !== undefined && detail !== null
  const { query } = listStates
  const rows = listStates.rows ?? query.data?.pages.flat()
  // The list stays the same when another row is opened.
  const address = `${view}?${searchWith(useLocation().search, { open: '' })}`
  const held = useHeldRows({ rows, keyOf, view: address, isPlaceholder: query.isPlaceholderData, list })
  const root = useRef<HTMLDivElement>(null)
  const isPaused = usePause(query.isPlaceholderData ? undefined : held.rows?.map(keyOf), address, isOpen)
  const hasMoved = useMovedWork(root, isOpen)
  useStillPage(isPaused.closed && !isOpen)
  const actions: ListKeys = {
    ...Object.fromEntries(keys.map(({ key, act }) => [key, act])),
    '?': () => setIsHelping(true),
    u: () => void runToastAction(),
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
    // Where it replaces the list, it begins at its top, however far the list was scrolled.
    if (isOpen && !isBeside()) document.querySelector('[data-detail]')?.scrollIntoView?.({ block: 'start' })
  }, [isOpen])

  /** Beside the list, the detail shows the row that has the focus. */
  function follow({ target }: FocusEvent<HTMLElement>) {
    noteFocus(target)
    const { row, key } = target.dataset
    if (row === undefined || key === undefined || opened?.key === undefined) return
    if (isBeside()) opened.open(key)
  }

  const help = [
    [
      'j, k',
      t`${select(kind, { appeal: 'next appeal, previous appeal', application: 'next application, previous application', case: 'next case, previous case', message: 'next message, previous message', punishment: 'next punishment, previous punishment', report: 'next report, previous report', other: 'next row, previous row' })}`,
    ],
    [
      'Enter',
      enterDoes ??
        t`${select(kind, { appeal: 'open the appeal; once more to go into it', application: 'open the application; once more to go into it', case: 'open the case; once more to go into it', message: 'open the message; once more to go into it', punishment: 'open the punishment; once more to go into it', report: 'open the report; once more to go into it', other: 'open the row; once more to go into it' })}`,
    ],
    ...(opened
      ? [
          [
            'Esc',
            t`${select(kind, { appeal: 'close the appeal', application: 'close the application', case: 'close the case', message: 'close the message', punishment: 'close the punishment', report: 'close the report', other: 'close the row' })}`,
          ] as const,
        ]
      : []),
    ...keys.map(({ key, does }) => [key, does] as const),
    ['u', t`undo the last decision, for 10 seconds`],
    ['?', t`this help`],
  ] as const
  const moves = [
    t`j and k move`,
    ...(opened ? [t`Enter opens`] : []),
    ...keys.map(({ short }) => short),
  ].join(', ')
  return (
    <div ref={root} className="grid gap-4">
      <div className={classes('grid gap-4', isOpen && 'max-xl:hidden')}>
        {filters}
        <p className="text-ink-soft text-sm max-md:hidden">
          <Trans>Keys: {moves}.</Trans>{' '}
          <Button look="quiet" size="sm" onClick={() => setIsHelping(true)}>
            <Trans>All keys</Trans>
          </Button>
        </p>
      </div>
      <KeyHelp keys={help} open={isHelping} onOpenChange={setIsHelping} />
      {link?.isUnknown && (
        <Alert
          tone="info"
          title={t`${select(kind, { appeal: 'This appeal no longer exists.', application: 'This application no longer exists.', case: 'This case no longer exists.', message: 'This message no longer exists.', punishment: 'This punishment no longer exists.', report: 'This report no longer exists.', other: 'This row no longer exists.' })}`}
        />
      )}
      {link?.retry && (
        <ErrorView
          title={t`${select(kind, { appeal: 'Error loading the appeal', application: 'Error loading the application', case: 'Error loading the case', message: 'Error loading the message', punishment: 'Error loading the punishment', report: 'Error loading the report', other: 'Error loading the row' })}`}
          onRetry={link.retry}
        />
      )}
      {before}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it follows the focus of its rows and has no action of its own. */}
      <div
        onFocus={follow}
        className={classes('grid items-start gap-4', isOpen && 'xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]')}
      >
        <Paused value={isPaused.list}>
          <div
            ref={list}
            data-rows
            {...held.events}
            className={classes('@container relative min-w-0', isOpen && 'max-xl:hidden')}
          >
            {held.waiting > 0 && (
              <WaitingRows
                count={held.waiting}
                onShow={() => {
                  held.show()
                  flushSync(() => setShown((count) => count + 1))
                  list.current?.querySelector<HTMLElement>('[data-row]')?.focus()
                }}
              />
            )}
            <ListStates key={view} {...listStates} rows={held.rows} />
          </div>
        </Paused>
        <Paused value={isPaused.closed || hasMoved}>{detail}</Paused>
      </div>
      {after}
    </div>
  )
}

/** The button that shows new rows. It floats over the list, so that nothing moves under the pointer. */
function WaitingRows({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div role="status" className="pointer-events-none sticky top-20 z-10 flex h-0 justify-center">
      <Paused value={false}>
        <Button size="sm" className="pointer-events-auto -translate-y-3 shadow-float" onClick={onShow}>
          <Trans>{count} new</Trans>
        </Button>
      </Paused>
    </div>
  )
}

/**
 * Whether something moved under the pointer within the last second: the list, after a row left or the detail closed; a
 * detail that opened after another one closed, or the page where it was.
 */
function usePause(keys: readonly string[] | undefined, view: string, isOpen: boolean) {
  const before = useRef({ keys, view, isOpen })
  const [list, pauseList] = useMoment()
  const [closed, noteClosed] = useMoment()
  useLayoutEffect(() => {
    const last = before.current
    before.current = keys === undefined ? { ...last, isOpen } : { keys, view, isOpen }
    const hasClosed = last.isOpen && !isOpen
    const hasRowLeft =
      view === last.view && keys !== undefined && last.keys?.some((key) => !keys.includes(key))
    if (hasClosed) noteClosed()
    if (hasClosed || hasRowLeft) pauseList()
  })
  return { list, closed }
}

const pressEvents = ['pointerdown', 'mousedown', 'click'] as const

/**
 * Where the list took the place of the detail, a press that was meant for the detail does nothing, whatever it lands on: a
 * link, a filter. A row opens, whose detail takes no decision yet: who is quick goes on with the next. So does a toast, which
 * was there before and has its own pause.
 */
function useStillPage(isPaused: boolean) {
  useEffect(() => {
    if (!isPaused || isBeside()) return
    const stop = (event: Event) => {
      // A press by keyboard goes to what has the focus, wherever it stands.
      if (event.type === 'click' && (event as UIEvent).detail === 0) return
      if (
        event.target instanceof Element &&
        event.target.closest('[data-row] h2 button, [data-toast]') !== null
      )
        return
      event.preventDefault()
      event.stopPropagation()
    }
    for (const type of pressEvents) document.addEventListener(type, stop, true)
    return () => {
      for (const type of pressEvents) document.removeEventListener(type, stop, true)
    }
  }, [isPaused])
}

/** True for a second after something that came above it moved the work of a detail within it. */
function useMovedWork(root: RefObject<HTMLElement | null>, isOpen: boolean): boolean {
  const [hasMoved, pause] = useMoment()
  const noteMove = useRef(pause)
  noteMove.current = pause
  useEffect(() => {
    if (!isOpen || root.current === null) return
    let last: { readonly work: Element; readonly top: number } | undefined
    const observer = new ResizeObserver(() => {
      const detail = document.querySelector('[data-detail]')
      const work = detail?.querySelector('[data-start]')
      if (detail == null || work == null) return
      const top = work.getBoundingClientRect().top - detail.getBoundingClientRect().top + detail.scrollTop
      if (last?.work === work && Math.abs(top - last.top) >= 1) noteMove.current()
      last = { work, top }
    })
    observer.observe(root.current)
    return () => observer.disconnect()
  }, [root, isOpen])
  return hasMoved
}

/** True for a second after each start. */
function useMoment() {
  const [since, setSince] = useState<number>()
  useEffect(() => {
    if (since === undefined) return
    const timer = setTimeout(() => setSince(undefined), pauseMs)
    return () => clearTimeout(timer)
  }, [since])
  return [since !== undefined, () => setSince(performance.now())] as const
}

/**
 * Restores the focus when a detail closes: to the element of the open row that had it, else to the row that took its
 * place, else to the list. It takes the focus from no other element. After a text field no row gets it, because further
 * typing would trigger keys of that row. When the row has left the list, wide screens open the next one; others close it.
 * @returns the handler for elements of the list or the detail that get the focus
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
