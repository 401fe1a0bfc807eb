import { useInfiniteQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showPage } from '../../domains/events/testing/setup.tsx'
import { linkedClass } from '../../platform/navigation/linked-thing.ts'
import { SeekLinked, useLinkedRow } from './linked-row.tsx'

function Row({ id }: { id: number }) {
  const { mark, ...row } = useLinkedRow('news', id)
  return (
    <li {...row} className={mark || undefined}>
      Item {id}
    </li>
  )
}

/** Three pages of two rows. */
function List() {
  const query = useInfiniteQuery({
    queryKey: ['rows'],
    queryFn: async ({ pageParam }) => [{ id: 2 * pageParam + 1 }, { id: 2 * pageParam + 2 }],
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => (pages.length < 3 ? pages.length : undefined),
  })
  const rows = query.data?.pages.flat()
  return (
    <ul>
      <SeekLinked thing="news" rows={rows} query={query} />
      {rows?.map(({ id }) => (
        <Row key={id} id={id} />
      ))}
    </ul>
  )
}

test('[field.48] A link to a row of a list of staff loads its page, scrolls to it, focuses and marks it, and no other', async () => {
  showPage(<List />, { at: '/admin/news#news-4' })
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView')
  const row = await screen.findByText('Item 4')
  await waitFor(() => expect(document.activeElement).toBe(row))
  expect(seen.mock.contexts).toEqual([row])
  expect([...document.querySelectorAll('li')].map(({ className }) => className)).toEqual([
    '',
    '',
    '',
    linkedClass,
  ])
  expect(screen.queryByRole('status')).toBeNull()
})

test('[field.48] … and says so once no page has it; without a link no further page is loaded', async () => {
  const { unmount } = showPage(<List />, { at: '/admin/news#news-9' })
  await screen.findByText('What this link names is no longer in this list.')
  expect(document.querySelectorAll('li')).toHaveLength(6)
  unmount()
  showPage(<List />, { at: '/admin/news' })
  await screen.findByText('Item 2')
  expect(screen.queryByRole('status')).toBeNull()
  expect(document.querySelectorAll('li')).toHaveLength(2)
})
