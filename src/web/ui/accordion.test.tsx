import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { whenReady } from '../testing/actions.ts'
import { Accordion, AccordionSection } from './accordion.tsx'

const open = () =>
  screen.getAllByRole('button').filter((button) => button.getAttribute('aria-expanded') === 'true')

test('an accordion has one section open at a time, and the open one can be closed', async () => {
  render(
    <Accordion defaultOpen="one">
      <AccordionSection value="one" title="First">
        First text
      </AccordionSection>
      <AccordionSection value="two" title="Second">
        Second text
      </AccordionSection>
    </Accordion>,
  )
  expect(open().map((button) => button.textContent)).toEqual(['First'])
  await whenReady.click(screen.getByRole('button', { name: 'Second' }))
  expect(open().map((button) => button.textContent)).toEqual(['Second'])
  await whenReady.click(screen.getByRole('button', { name: 'Second' }))
  expect(open()).toEqual([])
})
