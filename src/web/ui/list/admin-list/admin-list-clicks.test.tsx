import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { regardless } from '../../../testing/actions.ts'
import { TestProviders } from '../../../testing/site.tsx'
import { Button } from '../../button.tsx'
import { AdminDetail } from './admin-detail.tsx'
import { AdminList } from './admin-list.tsx'
import { AdminRow } from './admin-row.tsx'

interface Row {
  readonly id: number
}

const decided = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  cleanup()
  decided.mockClear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const queryOf = (ids: readonly number[]) => ({
  data: { pages: [ids.map((id) => ({ id }))] },
  error: null,
  isError: false,
  isFetchNextPageError: false,
  isPlaceholderData: false,
  hasNextPage: false,
  isFetching: false,
  isFetchingNextPage: false,
  refetch() {},
  fetchNextPage() {},
})

interface ListProps {
  readonly ids: readonly number[]
  readonly openId?: number | undefined
  readonly onOpen?: (key: string) => void
  readonly view?: string
}

const list = ({ ids, openId, onOpen = () => {}, view = 'open' }: ListProps) => (
  <TestProviders>
    <MemoryRouter>
      <AdminList<Row>
        kind="case"
        view={view}
        query={queryOf(ids)}
        filters={null}
        opened={{ key: openId === undefined ? undefined : String(openId), open: onOpen, close() {} }}
        detail={
          openId === undefined || !ids.includes(openId) ? undefined : (
            <AdminDetail title={`Case ${openId}`} onClose={() => {}}>
              <span data-start />
              <Button onClick={() => decided('detail', openId)}>Decide {openId}</Button>
            </AdminDetail>
          )
        }
        loading="Loading"
        failed="Failed"
        empty="Nothing"
      >
        {(rows) =>
          rows.map(({ id }) => (
            <div key={id}>
              <AdminRow
                name={String(id)}
                isOpen={id === openId}
                onOpen={() => {}}
                title={`Row ${id}`}
                facts=""
              />
              <Button onClick={() => decided('row', id)}>Resolve {id}</Button>
            </div>
          ))
        }
      </AdminList>
    </MemoryRouter>
  </TestProviders>
)

const button = (name: string) => screen.getByRole('button', { name })
const isPaused = (name: string) => button(name).getAttribute('aria-disabled') === 'true'
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const rows = () => screen.getAllByRole('article').map((row) => row.dataset.key)

describe('[guards.73] what gets under the pointer by itself takes no decision for a second', () => {
  test('the case that opens after another one was decided', () => {
    const onOpen = vi.fn()
    const { rerender } = render(list({ ids: [1, 2, 3], openId: 1, onOpen }))
    expect(isPaused('Decide 1')).toBe(false)
    act(() => button('Decide 1').focus())
    rerender(list({ ids: [2, 3], openId: 1, onOpen }))
    pass(0)
    expect(onOpen.mock.calls).toEqual([['2']])
    rerender(list({ ids: [2, 3], openId: 2, onOpen }))
    expect(isPaused('Decide 2')).toBe(true)
    regardless.click(button('Decide 2'))
    pass(999)
    regardless.click(button('Decide 2'))
    expect(decided).not.toHaveBeenCalled()
    pass(1)
    expect(isPaused('Decide 2')).toBe(false)
    regardless.click(button('Decide 2'))
    expect(decided.mock.calls).toEqual([['detail', 2]])
  })

  test('the row that takes the place of one that left; an open case beside the list stays as it is', () => {
    const { rerender } = render(list({ ids: [1, 2, 3], openId: 3 }))
    rerender(list({ ids: [2, 3], openId: 3 }))
    regardless.click(button('Resolve 2'))
    expect(decided).not.toHaveBeenCalled()
    regardless.click(button('Decide 3'))
    pass(1_000)
    regardless.click(button('Resolve 2'))
    expect(decided.mock.calls).toEqual([
      ['detail', 3],
      ['row', 2],
    ])
  })

  test('the list below a case that was closed', () => {
    const { rerender } = render(list({ ids: [1, 2], openId: 1 }))
    rerender(list({ ids: [1, 2] }))
    regardless.click(button('Resolve 1'))
    expect(decided).not.toHaveBeenCalled()
  })

  test('[guards.96] on a phone, a link or a filter in the place of a case that was closed takes no tap for a second', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
    const chosen = vi.fn()
    const page = (openId?: number) => (
      <main>
        {list({ ids: [1, 2], ...(openId !== undefined && { openId }) })}
        <a href="/player/1">A player</a>
        <button type="button" onMouseDown={chosen}>
          Decided
        </button>
      </main>
    )
    const { rerender } = render(page(1))
    const tap = (detail = 1) => {
      regardless.click(screen.getByRole('link', { name: 'A player' }), { detail })
      if (detail === 1) regardless.mouseDown(button('Decided'))
    }
    const followed = vi.fn((event: Event) => event.preventDefault())
    window.addEventListener('click', followed)
    tap()
    expect(followed).toHaveBeenCalledTimes(1)
    rerender(page())
    tap()
    pass(999)
    tap()
    expect(followed).toHaveBeenCalledTimes(1)
    expect(chosen).toHaveBeenCalledTimes(1)
    tap(0)
    expect(followed).toHaveBeenCalledTimes(2)
    pass(1)
    tap()
    expect(followed).toHaveBeenCalledTimes(3)
    expect(chosen).toHaveBeenCalledTimes(2)
    window.removeEventListener('click', followed)
  })

  test('[guards.96] on a phone, what is beside a list takes a tap at once after a row left it, and a toast one after a case closed', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
    const pressed = vi.fn()
    const page = (ids: number[], openId?: number) => (
      <>
        {list({ ids, ...(openId !== undefined && { openId }) })}
        <button type="button" onClick={() => pressed('other')}>
          Other
        </button>
        <div data-toast>
          <button type="button" onClick={() => pressed('toast')}>
            Undo
          </button>
        </div>
      </>
    )
    const tap = (name: string) => regardless.click(button(name), { detail: 1 })
    const { rerender } = render(page([1, 2, 3]))
    rerender(page([2, 3]))
    tap('Other')
    tap('Undo')
    expect(pressed.mock.calls.flat()).toEqual(['other', 'toast'])
    rerender(page([2, 3], 2))
    rerender(page([3]))
    tap('Other')
    tap('Undo')
    expect(pressed.mock.calls.flat()).toEqual(['other', 'toast', 'toast'])
  })

  test('[guards.93] the decisions of a case, when something that came above them moved them', () => {
    let resized = () => {}
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(callback: () => void) {
          resized = callback
        }
        observe() {}
        disconnect() {}
      },
    )
    render(list({ ids: [1, 2], openId: 1 }))
    const work = document.querySelector('[data-detail] [data-start]')!
    const moveTo = (y: number) => {
      vi.spyOn(work, 'getBoundingClientRect').mockReturnValue({ top: y } as DOMRect)
      act(() => resized())
    }
    moveTo(400)
    expect(isPaused('Decide 1')).toBe(false)
    moveTo(400)
    expect(isPaused('Decide 1')).toBe(false)
    moveTo(520)
    regardless.click(button('Decide 1'))
    pass(999)
    regardless.click(button('Decide 1'))
    expect(decided).not.toHaveBeenCalled()
    pass(1)
    regardless.click(button('Decide 1'))
    expect(decided).toHaveBeenCalledTimes(1)
  })

  test('another list is not paused, nor a row that somebody opens', () => {
    const { rerender } = render(list({ ids: [1, 2] }))
    rerender(list({ ids: [3], view: 'decided' }))
    expect(isPaused('Resolve 3')).toBe(false)
    rerender(list({ ids: [3], openId: 3, view: 'decided' }))
    expect(isPaused('Decide 3')).toBe(false)
  })
})

test('[fair.90] Enter leads from the detail itself to where its work begins, which may come after the detail', () => {
  render(list({ ids: [1, 2], openId: 1 }))
  const detail = document.querySelector<HTMLElement>('[data-detail]')!
  const work = detail.querySelector<HTMLElement>('[data-start]')!
  work.tabIndex = -1
  act(() => detail.focus())
  regardless.keyDown(detail, { key: 'Enter' })
  expect(document.activeElement).toBe(work)
})

describe('[guards.77] new rows wait', () => {
  const area = () => document.querySelector('[data-rows]')!

  test.each([
    ['pointer', () => regardless.pointerEnter(area()), () => regardless.pointerLeave(area())],
    [
      'focus',
      () => act(() => screen.getAllByRole('article')[0]!.focus()),
      () => act(() => (document.activeElement as HTMLElement).blur()),
    ],
  ])('while the %s is in the list, and come once it leaves', (_what, enter, leave) => {
    const { rerender } = render(list({ ids: [2, 1] }))
    enter()
    rerender(list({ ids: [4, 3, 2, 1] }))
    expect([rows(), button('2 new').textContent]).toEqual([['2', '1'], '2 new'])
    leave()
    expect(rows()).toEqual(['4', '3', '2', '1'])
    expect(screen.queryByText('2 new')).toBeNull()
  })

  test('without either they come at once', () => {
    const { rerender } = render(list({ ids: [2, 1] }))
    rerender(list({ ids: [3, 2, 1] }))
    expect(rows()).toEqual(['3', '2', '1'])
  })

  test('until they are asked for; then the first has the focus', () => {
    const { rerender } = render(list({ ids: [2, 1] }))
    regardless.pointerEnter(area())
    rerender(list({ ids: [3, 2, 1] }))
    regardless.click(button('1 new'))
    expect(rows()).toEqual(['3', '2', '1'])
    expect(document.activeElement).toBe(screen.getAllByRole('article')[0])
  })

  test('but not those at the end, nor one that comes back; another order waits as well, another list does not', () => {
    const { rerender } = render(list({ ids: [3, 2, 1] }))
    regardless.pointerEnter(area())
    rerender(list({ ids: [1, 3, 2, 0] }))
    expect(rows()).toEqual(['3', '2', '1', '0'])
    rerender(list({ ids: [3, 1, 0] }))
    rerender(list({ ids: [3, 2, 1, 0] }))
    expect(rows()).toEqual(['3', '2', '1', '0'])
    rerender(list({ ids: [9, 8], view: 'decided' }))
    expect(rows()).toEqual(['9', '8'])
  })
})
