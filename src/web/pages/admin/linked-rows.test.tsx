import { screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ApplicationList } from '../../domains/applications/admin/application-list.tsx'
import { anApplication } from '../../domains/applications/testing/sample.ts'
import { StaffAppeals } from '../../domains/moderation/appeals/staff-appeals.tsx'
import { anAppeal } from '../../domains/moderation/testing/sample-appeal.ts'
import { ReportAdmin } from '../../domains/reports/bug-reports/admin/report-admin.tsx'
import { aReport } from '../../domains/reports/bug-reports/testing/fake-admin.ts'
import { MessageList } from '../../domains/reports/messages/message-list.tsx'
import { aMessage } from '../../domains/reports/messages/testing/sample.ts'
import {
  hearFeed,
  inTurn,
  leaveAdmin,
  openAdmin,
  prepareAdmin,
  viewerOf,
} from '../../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

interface List {
  readonly noun: string
  readonly Component: ComponentType
  readonly list: string
  /** Where a row is asked for by itself. */
  readonly rows: string
  readonly row: { readonly id: number }
  readonly title: string
  readonly feed: Parameters<typeof hearFeed>[0]
  /** The answer of the list. */
  readonly page?: (rows: readonly unknown[]) => unknown
}

const lists: readonly List[] = [
  {
    noun: 'appeal',
    Component: StaffAppeals,
    list: '/api/admin/appeals?limit=50&state=open',
    rows: '/api/admin/appeals',
    row: anAppeal(),
    title: 'Ban of Alexandra',
    feed: 'appeals',
  },
  {
    noun: 'message',
    Component: MessageList,
    list: '/api/admin/messages?limit=50&show=unread',
    rows: '/api/admin/messages',
    row: aMessage(),
    title: 'Lag in Bridge',
    feed: 'contact',
  },
  {
    noun: 'application',
    Component: () => <ApplicationList tab="all" />,
    list: '/api/staff-applications?status=all&limit=50',
    rows: '/api/staff-applications',
    row: anApplication(),
    title: 'Nimbus Kite',
    feed: 'applications',
    page: (applications) => ({ applications }),
  },
  {
    noun: 'report',
    Component: ReportAdmin,
    list: '/api/admin/reports',
    rows: '/api/admin/reports',
    row: aReport(),
    title: 'No knockback',
    feed: 'reports',
  },
]

describe.each(lists)(
  '[fair.97] the address of a $noun',
  ({ noun, Component, list, rows, row, title, feed, page }) => {
    const nothing = async () => null
    const open = (key: string | number) =>
      openAdmin(
        { default: Component, loader: nothing, clientLoader: nothing },
        `/list?open=${key}`,
        viewerOf('Owner'),
      )
    const pageOf = page ?? ((all) => all)

    test('opens it though it is not listed', async () => {
      fakeApi({ [`GET ${list}`]: respondWith(pageOf([])), [`GET ${rows}/${row.id}`]: respondWith(row) })
      await open(row.id)
      await screen.findByRole('dialog', { name: title })
      expect(document.querySelectorAll('[data-row][aria-current=true]')).toHaveLength(1)
    })

    test('keeps it open when the list loses it', async () => {
      fakeApi({
        [`GET ${list}`]: inTurn(pageOf([row]), pageOf([])),
        [`GET ${rows}/${row.id}`]: respondWith(row),
      })
      await open(row.id)
      await screen.findByRole('dialog', { name: title })
      await hearFeed(feed)
      expect(screen.getByRole('dialog', { name: title })).toBeTruthy()
      expect(document.querySelectorAll('[data-row][aria-current=true]')).toHaveLength(1)
    })

    test('that is unknown or malformed is said', async () => {
      fakeApi({
        [`GET ${list}`]: respondWith(pageOf([row])),
        [`GET ${rows}/99`]: refuse(404, 'not_found', 'There is no such row'),
      })
      for (const key of ['99', 'x', '']) {
        const { unmount } = await open(key)
        expect(await screen.findByText(`This ${noun} no longer exists.`)).toBeTruthy()
        expect(document.querySelectorAll('[data-row]')).toHaveLength(1)
        unmount()
      }
    })
  },
)
