import { parseId } from '../../../contract/ids.ts'
import type { MatchNarrowing } from '../../../contract/players/players-schemas.ts'
import { choiceIn } from '../../platform/navigation/address-choice.ts'

const results = ['all', 'win', 'loss', 'draw'] as const
const rated = ['all', 'yes', 'no'] as const

const unlessAll = <Value extends string>(value: Value) =>
  value === 'all' ? undefined : (value as Exclude<Value, 'all'>)

/** What the matches of a player are narrowed to by the query of a URL, without what is invalid. */
export function narrowingIn(search: string): MatchNarrowing {
  const query = new URLSearchParams(search)
  const mode = query.get('mode') ?? ''
  const all = {
    mode: /^[a-z0-9_-]{1,40}$/.test(mode) ? mode : undefined,
    opponent: parseId(query.get('opponent') ?? undefined) ?? undefined,
    result: unlessAll(choiceIn(search, 'result', results)),
    rated: unlessAll(choiceIn(search, 'rated', rated)),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
