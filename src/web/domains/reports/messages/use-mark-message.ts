import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deskEndpoints } from '../../../../contract/admin/desk-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { sentenceOf } from '../../../platform/api-error.ts'
import { deskKey } from '../../../platform/keyset-query.ts'
import { toast } from '../../../platform/toasts.ts'

interface Marks {
  readonly read?: boolean
  readonly flagged?: boolean
}

export function useMarkMessage(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (marks: Marks) => api(deskEndpoints.markMessage, { params: { id }, body: marks }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Update Failed',
        description: sentenceOf(error, 'The message could not be marked.'),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: deskKey }),
  })
}
