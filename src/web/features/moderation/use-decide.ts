import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ModerationCase, moderationEndpoints } from '../../../contract/moderation.ts'
import { api } from '../../platform/api.ts'
import { sentenceOf } from '../../platform/api-error.ts'
import { deskKey } from '../../platform/keyset-query.ts'
import { toast } from '../../platform/toasts.ts'

interface Decision {
  readonly decision: 'remove' | 'dismiss' | 'action'
  readonly note: string
}

const done = { remove: 'Post Removed', dismiss: 'Reports Dismissed', action: 'Case Closed' } as const

/** Decides a case. A colleague may have been faster: the list is then asked for again, and shows what they did. */
export function useDecide(
  { subjectType, subjectId }: Pick<ModerationCase, 'subjectType' | 'subjectId'>,
  onPostRemoved: () => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ decision, note }: Decision) =>
      api(moderationEndpoints.decide, {
        body: { subjectType, subjectId, decision, note: note.trim() || null },
      }),
    onSuccess(_answer, { decision }) {
      toast({ title: done[decision] })
      if (decision === 'remove') onPostRemoved()
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Update Failed',
        description: sentenceOf(error, 'The case could not be decided.'),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: deskKey }),
  })
}
