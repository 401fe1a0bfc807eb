import { screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter, type MetaDescriptor } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { show } from '../domains/reports/bug-reports/testing/setup.tsx'
import routes from '../routes.ts'
import { TestProviders, testSite, testViewer } from '../testing/site.tsx'
import BugReport, { meta as bugReportMeta } from './bug-report.tsx'
import Report, { meta } from './report.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('[report.01] /report and /bug-report show the same bug report form', () => {
  test.each([
    ['/report', 'pages/report.tsx', Report],
    ['/bug-report', 'pages/bug-report.tsx', BugReport],
  ] as const)('%s', async (path, file, Page) => {
    const known = routes[0]?.children?.filter((route) => route.path === path.slice(1))
    expect(known?.map((route) => route.file)).toEqual([file])
    await show(<Page />, testViewer, path)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Report a Bug')
    for (const label of ['Title', 'Details', 'Media Link (optional)'])
      expect(screen.getByLabelText(label)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Submit Report' })).toBeTruthy()
  })

  test('and search engines index one address', () => {
    const matches = [{ id: 'root', loaderData: { site: testSite } }]
    for (const tagsOf of [meta, bugReportMeta]) {
      const tags = tagsOf({ matches } as unknown as Parameters<typeof meta>[0]) as MetaDescriptor[]
      expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://isles.example/report' })
    }
  })
})

test('Without scripts no report can be sent, and the page says so', () => {
  const html = renderToString(
    <TestProviders>
      <MemoryRouter>
        <Report />
      </MemoryRouter>
    </TestProviders>,
  )
  expect(html).toContain('Sending a report needs JavaScript.')
})
