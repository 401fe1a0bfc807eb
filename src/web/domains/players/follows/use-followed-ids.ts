import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../platform/api.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { followedQuery } from './follow-queries.ts'

/** Whom the viewer follows and has not muted; nobody for visitors, and until it is known. */
export function useFollowedIds(): ReadonlySet<number> {
  const { data } = useInfiniteQuery({ ...followedQuery(api), enabled: useViewer() !== null })
  return useMemo(
    () => new Set((data?.pages.flat() ?? []).filter(({ isMuted }) => !isMuted).map(({ user }) => user.id)),
    [data],
  )
}
