import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenReady } from '../../testing/actions.ts'
import { Select } from './select.tsx'

const options = ['Member', 'Helper', 'Moderator', 'Manager', 'Owner'].map((name) => ({
  value: name,
  label: name,
}))

function Ranks() {
  const [rank, setRank] = useState<string | undefined>(undefined)
  return <Select label="Rank" options={options} value={rank} onValueChange={setRank} />
}

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const chosen = () => screen.getByRole('combobox', { name: 'Rank' }).textContent
const type = async (key: string) => await whenReady.keyDown(screen.getByRole('combobox'), { key })

test('[frame.42] Select typeahead (typing to choose an option) resets after 1 s', async () => {
  render(<Ranks />)
  expect(chosen()).toBe('Choose…')
  await type('m')
  expect(chosen()).toBe('Member')
  act(() => vi.advanceTimersByTime(999))
  // Still the same word: "mo".
  await type('o')
  expect(chosen()).toBe('Moderator')
  act(() => vi.advanceTimersByTime(1_000))
  // A new word: "o".
  await type('o')
  expect(chosen()).toBe('Owner')
})

test('An error is announced with the control that it belongs to', () => {
  render(
    <Select
      label="Mode"
      options={options}
      value={undefined}
      onValueChange={() => {}}
      error="Please select a game mode"
    />,
  )
  const control = screen.getByRole('combobox', { name: 'Mode' })
  expect(control.getAttribute('aria-invalid')).toBe('true')
  const described = document.getElementById(control.getAttribute('aria-describedby')!)
  expect(described?.textContent).toBe('Please select a game mode')
})
