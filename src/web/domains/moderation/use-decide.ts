import { useMutation, useQueryClient } from '@tanstack/react-query'
import { moderationEndpoints } from '../../../contract/moderation/moderation-endpoints.ts'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { api } from '../../platform/api.ts'
import { ApiError, sentenceOf } from '../../platform/api-error.ts'
import { deskKey } from '../../platform/keyset-query.ts'
import { toast } from '../../platform/toasts.ts'
import type { AllCaseWork, Choice } from './use-case-work.ts'

interface Decision {
  readonly decision: Choice
  readonly note: string
  /** For the author of a removed post. */
  readonly reason: string | undefined
}

const done = { remove: 'Post Removed', dismiss: 'Reports Dismissed', action: 'Case Closed' } as const

/** A colleague was faster: the answer holds their decision. */
const isOvertaken = (error: unknown) =>
  error instanceof ApiError && error.answer?.current !== undefined && 'decided' in error.answer.current

/** Decides a case. When a colleague was faster, choice and note stay until the viewer has seen what they decided. */
export function useDecide(open: ModerationCase, work: AllCaseWork, onPostRemoved: () => void) {
  const client = useQueryClient()
  const { id: caseId, subjectType, subjectId } = open
  return useMutation({
    mutationFn: ({ decision, note, reason }: Decision) =>
      api(moderationEndpoints.decide, {
        body: { subjectType, subjectId, caseId, decision, note: note.trim() || null, reason: reason ?? null },
      }),
    onSuccess(_answer, { decision }) {
      toast({ title: done[decision] })
      work.drop(open)
      if (decision === 'remove') onPostRemoved()
    },
    onError(error, { decision }) {
      if (isOvertaken(error)) work.write(open, { choice: decision })
      toast({
        variant: 'destructive',
        title: 'Update Failed',
        description: sentenceOf(error, 'The case could not be decided.'),
      })
    },
    onSettled: () => client.invalidateQueries({ queryKey: deskKey }),
  })
}
