import { useLingui } from '@lingui/react/macro'
import { canRule } from '../../../../contract/matches/rulings.ts'
import type { MatchDetails } from '../../../../contract/players/players-schemas.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { RulingDialog } from './ruling-dialog.tsx'

/** Excludes this match, or restores it; nothing for who may not, or played in it. */
export function RuleOnMatch({ match }: { match: MatchDetails }) {
  const { t } = useLingui()
  const viewer = useViewer()
  if (viewer === null || !canRule(viewer) || match.players.some(({ user }) => user.id === viewer.id))
    return null
  const action = match.excluded === true ? 'restore' : 'exclude'
  const words = action === 'exclude' ? t`Exclude match` : t`Restore match`
  return (
    <RulingDialog
      title={words}
      label={words}
      action={action}
      ruling={() => ({ action, matchIds: [match.matchId] })}
    />
  )
}
