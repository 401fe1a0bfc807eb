import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isStatus } from './api-error.ts'
import { viewerQuery } from './viewer.ts'

/** A refused call means that the session or rank changed, so the viewer is refetched. */
export function useRefetchViewerOnAuthError(error: unknown): void {
  const client = useQueryClient()
  const refused = isStatus(error, 401) || isStatus(error, 403)
  useEffect(() => {
    if (refused) void client.invalidateQueries({ queryKey: viewerQuery.queryKey })
  }, [refused, client])
}
