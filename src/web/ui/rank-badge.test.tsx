import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { shippedRanks } from '../../contract/accounts/ranks.ts'
import { TestProviders } from '../testing/site.tsx'
import { ListedRank, RankBadge } from './rank-badge.tsx'
import { rankColour, type ShownRank } from './rank-colour.ts'

const badge = (rank: ShownRank) =>
  render(
    <TestProviders>
      <RankBadge rank={rank} />
    </TestProviders>,
  ).container

test("[frame.37] A user without a rank is shown as 'Member'", () => {
  expect(badge(null).textContent).toBe('Member')
  expect(badge(undefined).textContent).toBe('Member')
  expect(badge(null).innerHTML).toBe(badge('Member').innerHTML)
})

test('[frame.38] Rank display colours differ per rank: owner, admin, manager, staff, moderator (alias mod, the same), helper, diamond, emerald, gold, member default', () => {
  expect(new Set(shippedRanks.map(rankColour)).size).toBe(10)
  expect(rankColour('mod')).toBe(rankColour('Moderator'))
  expect(rankColour(null)).toBe(rankColour('Member'))
  for (const rank of shippedRanks) expect(badge(rank).querySelector(`.${rankColour(rank)}`)).not.toBeNull()
  expect(badge('mod').innerHTML).toBe(badge('Moderator').innerHTML)
})

test("[frame.39] Rank 'Product Staff' is displayed as '{short name} Staff'", () => {
  expect(badge('Product Staff').textContent).toBe('Isles Staff')
})

test('[tonight.42] Beside a name in a list every rank is shown but Member, which everybody has', () => {
  const listed = (rank: ShownRank) =>
    render(
      <TestProviders>
        <ListedRank rank={rank} />
      </TestProviders>,
    ).container.textContent
  expect([null, 'Member', 'Gold', 'mod'].map((rank) => listed(rank as ShownRank))).toEqual([
    '',
    '',
    'Gold',
    'Moderator',
  ])
})
