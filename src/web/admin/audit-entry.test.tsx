import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { auditActions } from '../../contract/admin/audit.ts'
import { addCatalogue, TranslationProvider } from '../platform/translation.tsx'
import { TestProviders } from '../testing/site.tsx'
import { AuditRow } from './audit-entry.tsx'

test('[languages.88] An audit entry is one sentence in the order of the reader’s language, with its links inside', () => {
  const { id } = auditActions['report.status']
  addCatalogue('/audit-de', {
    [id]: [['who'], ' hat den Status von <0>Fehlerbericht ', ['number'], '</0> geändert'],
  })
  render(
    <TestProviders>
      <MemoryRouter>
        <TranslationProvider language={{ tag: 'de', catalogue: '/audit-de' }}>
          <AuditRow
            entry={{
              id: 9,
              at: '2026-01-05T15:04:00.000Z',
              actorId: 7,
              actorName: 'Keeper',
              actorRank: null,
              action: 'report.status',
              subjectType: 'report',
              subjectId: 31,
              subjectName: null,
              before: null,
              after: null,
            }}
          />
        </TranslationProvider>
      </MemoryRouter>
    </TestProviders>,
  )
  expect(screen.getByRole('listitem').textContent).toContain(
    'Keeper hat den Status von Fehlerbericht 31 geändert',
  )
  expect(screen.getByRole('link', { name: 'Keeper' }).getAttribute('href')).toBe('/player/7')
  expect(screen.getByRole('link', { name: 'Fehlerbericht 31' }).getAttribute('href')).toBe(
    '/staff-reports?open=31',
  )
})
