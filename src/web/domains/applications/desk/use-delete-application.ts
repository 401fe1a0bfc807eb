import { useMutation, useQueryClient } from '@tanstack/react-query'
import { applicationEndpoints } from '../../../../contract/applications/applications-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { sentenceOf } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { applicationsKey } from './applications-query.ts'

/** Deletes an application for good; pending until the list without it is there. */
export function useDeleteApplication() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api(applicationEndpoints.remove, { params: { id } }),
    onSuccess() {
      toast({ title: 'Application Deleted', description: 'Application has been permanently deleted.' })
      return client.invalidateQueries({ queryKey: applicationsKey })
    },
    onError(error) {
      const description = sentenceOf(error, 'Failed to delete application.')
      toast({ title: 'Delete Failed', description, variant: 'destructive' })
      return client.invalidateQueries({ queryKey: applicationsKey })
    },
  })
}
