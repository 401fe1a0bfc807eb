import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Cup } from '../../../contract/cups/cups-schemas.ts'
import { api } from '../../platform/api.ts'
import { cupFacesQuery } from './cup-queries.ts'

/** An entrant as the page of a cup shows them. */
export interface ShownEntrant {
  readonly name: string
  /** Null before the start. */
  readonly seed: number | null
  readonly avatarUrl: string | null
  /** Null of teams, and of accounts that were deleted. */
  readonly userId: number | null
}

export type EntrantOf = (entrant: number) => ShownEntrant

/** Returns what is known of each entrant of a cup. */
export function useEntrants({ id, size, rounds, entrants }: Cup): EntrantOf {
  const { t } = useLingui()
  const { data: faces = [] } = useQuery({ ...cupFacesQuery(api, id), enabled: rounds.length > 0 })
  const urls = new Map(faces.map(({ userId, avatarUrl }) => [userId, avatarUrl]))
  const shown = new Map(
    entrants.map(
      ({ entrant, userId = size === 1 ? entrant : null, username }, index): [number, ShownEntrant] => [
        entrant,
        {
          name: username,
          seed: rounds.length > 0 ? index + 1 : null,
          avatarUrl: (userId !== null && urls.get(userId)) || null,
          userId,
        },
      ],
    ),
  )
  return (entrant) => shown.get(entrant) ?? { name: t`Player`, seed: null, avatarUrl: null, userId: null }
}
