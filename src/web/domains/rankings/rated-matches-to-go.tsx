import { Plural } from '@lingui/react/macro'
import { matchesToGo } from './matches-to-go.ts'

/** How far a provisional rating is from its board. */
export function RatedMatchesToGo({ deviation }: { deviation: number }) {
  const matches = matchesToGo(deviation)
  return <Plural value={matches} one="# rated match to go" other="# rated matches to go" />
}
