import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { TestProviders } from '../testing/site.tsx'
import Community from './community.tsx'

test('[search.01] /community has the player search, and a way to the social feed', () => {
  render(
    <TestProviders>
      <MemoryRouter>
        <Community />
      </MemoryRouter>
    </TestProviders>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Community')
  expect(screen.getByRole('region', { name: 'Find a player' }).contains(screen.getByRole('search'))).toBe(
    true,
  )
  expect(screen.getByRole('button', { name: 'Search' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('link', { name: 'Open the feed' }).getAttribute('href')).toBe('/social')
})
