import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Leaderboard } from '../../../../contract/rankings/leaderboard-schemas.ts'
import { api } from '../../../platform/api.ts'
import { JsonLd } from '../../../platform/navigation/json-ld.tsx'
import { useSite } from '../../../platform/site.tsx'
import { playerPath } from '../../../ui/player-path.ts'
import { titleName } from '../../../ui/title-name.ts'
import { boardAddress } from './board-choice.ts'
import { boardQuery } from './board-query.ts'
import { boardName } from './labels.ts'
import { useBoardChoice } from './use-board-choice.ts'

/** The shown page of a board as structured data (schema.org, ItemList); nothing without players or in a search. */
export function BoardData() {
  const { publicUrl, boards, leaderboardMaintenance } = useSite()
  const { i18n } = useLingui()
  const { choice } = useBoardChoice()
  const isWanted = !leaderboardMaintenance && choice.search === ''
  const { data } = useQuery({ ...boardQuery(api, choice), enabled: isWanted })
  if (!isWanted || data === undefined || data.entries.length === 0) return null
  const url = publicUrl + boardAddress(choice)
  return <JsonLd data={boardData({ url, name: boardName(boards, choice, i18n), publicUrl }, data)} />
}

interface Board {
  readonly url: string
  readonly name: string
  readonly publicUrl: string
}

const boardData = ({ url, name, publicUrl }: Board, { total, entries }: Leaderboard) => ({
  '@type': 'ItemList',
  '@id': url,
  url,
  name,
  itemListOrder: 'https://schema.org/ItemListOrderAscending',
  numberOfItems: total,
  itemListElement: entries.map(({ position, user }) => ({
    '@type': 'ListItem',
    position,
    item: { '@type': 'Person', name: titleName(user.username), url: publicUrl + playerPath(user.id) },
  })),
})
