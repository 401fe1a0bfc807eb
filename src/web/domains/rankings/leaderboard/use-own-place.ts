import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api.ts'
import type { BoardChoice } from './board-choice.ts'
import { placeQuery } from './board-query.ts'
import { usePositionChanges } from './use-position-changes.ts'

/** Where the viewer stands on the chosen board; undefined for visitors and while unknown. */
export function useOwnPlace(choice: BoardChoice, viewerId: number | undefined, live: boolean) {
  const query = placeQuery(api, viewerId ?? 0, choice)
  const { data } = useQuery({ ...query, enabled: viewerId !== undefined })
  const changes = usePositionChanges(data, { key: query.queryKey, isTop: false }, live)
  if (data === undefined) return undefined
  // No entry: they have not played here.
  return { entry: data.entries.find(({ user }) => user.id === viewerId), changes }
}
