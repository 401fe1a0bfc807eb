import { boardLabel } from '../../../../contract/network/modes.ts'
import { useSite } from '../../../platform/site.tsx'

/** Returns how modes are called: a board's name for its key, or what the game server sent. */
export function useModeName(): (mode: string) => string {
  const { boards } = useSite()
  return (mode) => boardLabel(boards, { gameType: mode })
}
