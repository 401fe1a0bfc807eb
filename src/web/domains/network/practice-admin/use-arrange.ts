import { useMutation, useQueryClient } from '@tanstack/react-query'
import { practiceEndpoints } from '../../../../contract/network/practice-endpoints.ts'
import type { PracticeRecord } from '../../../../contract/network/practice-schemas.ts'
import { api } from '../../../platform/api.ts'
import { sentenceOf } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { refetchPractice } from './practice-records.ts'

/** Moves a mode to another place, or removes it; pending until the list that says so is there. */
export function useArrange() {
  const client = useQueryClient()
  const fail = (title: string) => (error: unknown) => {
    toast({
      title,
      description: sentenceOf(error, 'The practice mode could not be changed. Please try again.'),
      variant: 'destructive',
    })
    // Changed or gone in the meantime: the list knows more than the row.
    return refetchPractice(client)
  }

  const move = useMutation({
    mutationFn: ({ record, position }: { record: PracticeRecord; position: number }) =>
      api(practiceEndpoints.update, {
        params: { id: record.id },
        body: { position },
        ifMatch: record.version,
      }),
    onSuccess: () => refetchPractice(client),
    onError: fail('Moving failed'),
  })

  const remove = useMutation({
    mutationFn: ({ id, version }: PracticeRecord) =>
      api(practiceEndpoints.remove, { params: { id }, ifMatch: version }),
    onSuccess(_answer, { name }) {
      toast({ title: 'Practice mode removed', description: name })
      return refetchPractice(client)
    },
    onError: fail('Removing failed'),
  })

  return { move, remove }
}
