import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useFetched } from './use-fetched.ts'

const Bell = () => <p>The bell</p>

interface PlaceProps {
  readonly fetchIt: () => Promise<typeof Bell>
  readonly wanted?: boolean
  readonly reason?: unknown
}

function Place({ fetchIt, ...want }: PlaceProps) {
  const Fetched = useFetched(fetchIt, want)
  return Fetched === null ? <p>Nothing yet</p> : <Fetched />
}

test('what nobody wants is not fetched; what is wanted is fetched once', async () => {
  const fetchIt = vi.fn(async () => Bell)
  const { rerender } = render(<Place fetchIt={fetchIt} wanted={false} />)
  expect(fetchIt).not.toHaveBeenCalled()
  rerender(<Place fetchIt={fetchIt} wanted />)
  await screen.findByText('The bell')
  rerender(<Place fetchIt={fetchIt} wanted reason="another" />)
  expect(fetchIt).toHaveBeenCalledTimes(1)
})

test('what could not be fetched is not asked for again without another reason', async () => {
  const fetchIt = vi.fn(async () => Bell).mockRejectedValueOnce(new Error('no network'))
  const { rerender } = render(<Place fetchIt={fetchIt} reason={1} />)
  await act(async () => undefined)
  rerender(<Place fetchIt={fetchIt} reason={1} />)
  await act(async () => undefined)
  expect(fetchIt).toHaveBeenCalledTimes(1)
  screen.getByText('Nothing yet')
  rerender(<Place fetchIt={fetchIt} reason={2} />)
  await screen.findByText('The bell')
})
