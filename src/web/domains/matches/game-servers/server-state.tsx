import type { GameServerRecord } from '../../../../contract/matches/game-servers-schemas.ts'
import { Badge } from '../../../ui/badge.tsx'
import { counted } from '../../../ui/format-count.ts'

/** Whether the site hears the server. */
export function ServerState({ server: { state, playerCount } }: { server: GameServerRecord }) {
  if (state === 'waiting') return <Badge tone="gold">Waiting for the first heartbeat</Badge>
  if (state === 'online')
    return <Badge tone="good">Online, {counted(playerCount ?? 0, 'player', 'players')}</Badge>
  if (state === 'silent') return <Badge tone="bad">Silent</Badge>
  return <Badge tone="quiet">Revoked</Badge>
}
