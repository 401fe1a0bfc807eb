import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { takenOver } from '../testing/taken-over.tsx'
import { useTakenOver } from './hydrated.ts'
import { useLinkedId } from './navigation/linked-thing.ts'

function Part({ use, onRender }: { use: () => unknown; onRender: () => void }) {
  onRender()
  return <p>{String(use())}</p>
}

/** What a part shows once its document was taken over, and how often the browser has rendered it. */
async function takenOverBy(use: () => unknown, address: string) {
  const onRender = vi.fn()
  const { container } = await takenOver(
    <MemoryRouter initialEntries={[address]}>
      <Part use={use} onRender={onRender} />
    </MemoryRouter>,
    () => onRender.mockClear(),
  )
  return { shows: container.textContent, renders: onRender.mock.calls.length }
}

test.each([
  ['what only this machine knows', () => useTakenOver(() => 'Asia/Tokyo', 'UTC'), '/', 'Asia/Tokyo', 2],
  ['what is the same here as on the server', () => useTakenOver(() => 'UTC', 'UTC'), '/', 'UTC', 1],
  ['the thing that the address names', () => useLinkedId('event'), '/#event-4', '4', 2],
  ['an address that names nothing', () => useLinkedId('event'), '/', 'undefined', 1],
])(
  'A part is rendered again after its document was taken over where that changes it: %s',
  async (_, use, address, shows, renders) => {
    expect(await takenOverBy(use, address)).toEqual({ shows, renders })
  },
)
