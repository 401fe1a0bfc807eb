import { canRule } from '../../../../contract/matches/rulings.ts'
import type { MatchDetails } from '../../../../contract/players/players-schemas.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { RulingDialog } from './ruling-dialog.tsx'

/** Excludes this match, or restores it; nothing for who may not, or played in it. */
export function RuleOnMatch({ match }: { match: MatchDetails }) {
  const viewer = useViewer()
  if (viewer === null || !canRule(viewer) || match.players.some(({ user }) => user.id === viewer.id))
    return null
  const action = match.excluded === true ? 'restore' : 'exclude'
  const words = action === 'exclude' ? 'Exclude match' : 'Restore match'
  return (
    <RulingDialog
      title={words}
      label={words}
      submitLabel={action === 'exclude' ? 'Exclude' : 'Restore'}
      ruling={() => ({ action, matchIds: [match.matchId] })}
    />
  )
}
