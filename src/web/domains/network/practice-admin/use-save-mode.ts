import { useMutation, useQueryClient } from '@tanstack/react-query'
import { practiceEndpoints } from '../../../../contract/network/practice-endpoints.ts'
import type {
  NewPracticeMode,
  PracticeChange,
  PracticeRecord,
} from '../../../../contract/network/practice-schemas.ts'
import { api } from '../../../platform/api.ts'
import { sentenceOf } from '../../../platform/api-error.ts'
import { currentOf, refusedFields } from '../../../platform/field-problems.ts'
import { toast } from '../../../platform/toasts.ts'
import { refetchPractice } from './practice-records.ts'

type Wish =
  | { readonly create: NewPracticeMode }
  | { readonly change: PracticeChange; readonly of: Pick<PracticeRecord, 'id' | 'version'> }

/** Creates a mode, or changes the version of it that the form was opened with. */
export function useSaveMode() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (wish: Wish) =>
      'create' in wish
        ? api(practiceEndpoints.create, { body: wish.create })
        : api(practiceEndpoints.update, {
            params: { id: wish.of.id },
            body: wish.change,
            ifMatch: wish.of.version,
          }),
    onSuccess(record, wish) {
      toast({
        title: 'create' in wish ? 'Practice mode created' : 'Practice mode updated',
        description: record.name,
      })
      return refetchPractice(client)
    },
    onError(error) {
      // The form shows these two itself.
      if (currentOf(error) !== undefined || Object.keys(refusedFields(error)).length > 0) return
      toast({
        title: 'Saving failed',
        description: sentenceOf(error, 'The practice mode could not be saved. Please try again.'),
        variant: 'destructive',
      })
    },
  })
}
