import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isStaffRank, shippedRanks } from '../../contract/accounts/ranks.ts'
import { whenReady } from '../testing/actions.ts'
import { renderOnPages } from '../testing/pages.tsx'
import { testViewer } from '../testing/site.tsx'
import { AccountMenu } from './account-menu.tsx'

test.each(shippedRanks)(
  '[evening.16] The account menu leads to the own public page, notifications, followed players and settings, and staff, and only them, to the staff area: %s',
  async (rank) => {
    const { pathname, unmount } = await renderOnPages(
      <AccountMenu viewer={{ ...testViewer, rank }} onLogout={() => {}} />,
    )
    const entries = screen.getAllByRole('listitem')
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      'My public page',
      'Notifications',
      'Players I follow',
      'Settings',
      ...(isStaffRank(rank) ? ['Staff area'] : []),
      'Logout',
    ])
    if (isStaffRank(rank)) {
      await whenReady.click(screen.getByRole('link', { name: 'Staff area' }))
      expect(pathname()).toBe('/admin')
    }
    unmount()
  },
)
