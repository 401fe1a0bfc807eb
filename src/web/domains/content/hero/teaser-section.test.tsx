import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { addServerLink } from '../../../../contract/content/site.ts'
import { TestProviders, testSite } from '../../../testing/site.tsx'
import { TeaserSection } from './teaser-section.tsx'
import { fakeViewport } from './testing/fake-viewport.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test("[home.03] The teaser section has a video, a 'JOIN NOW' join button, and 'VIEW GAMES', which leads to /minigames", () => {
  fakeViewport()
  render(
    <TestProviders>
      <MemoryRouter>
        <TeaserSection />
      </MemoryRouter>
    </TestProviders>,
  )
  const section = within(screen.getByRole('region'))
  expect(section.getByRole('link', { name: 'JOIN NOW' }).getAttribute('href')).toBe(addServerLink(testSite))
  expect(section.getByRole('link', { name: 'VIEW GAMES' }).getAttribute('href')).toBe('/minigames')
  expect(screen.getByRole('region').querySelector('video')).not.toBeNull()
})
