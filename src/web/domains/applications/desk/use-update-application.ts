import { useMutation, useQueryClient } from '@tanstack/react-query'
import { applicationEndpoints } from '../../../../contract/applications/applications-endpoints.ts'
import {
  type ApplicationStatus,
  StaffApplication,
} from '../../../../contract/applications/applications-schemas.ts'
import { api } from '../../../platform/api.ts'
import { ApiError, sentenceOf } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { applicationsKey } from './applications-query.ts'

export interface Decision {
  readonly status: ApplicationStatus
  readonly adminNotes: string
  /** The version that was looked at. */
  readonly version: number
}

/** The application as somebody else left it, when that is why a change was refused. */
export const theirsIn = (error: unknown): StaffApplication | undefined =>
  error instanceof ApiError && error.status === 409
    ? StaffApplication.safeParse(error.answer?.current).data
    : undefined

/** Sets status and notes. A change by somebody else in the meantime is no failure to announce, but a question. */
export function useUpdateApplication(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ version, ...body }: Decision) =>
      api(applicationEndpoints.update, { params: { id }, body, ifMatch: version }),
    onSuccess({ status }) {
      toast({ title: 'Application Updated', description: `Application status updated to "${status}".` })
      void client.invalidateQueries({ queryKey: applicationsKey })
    },
    onError(error) {
      if (theirsIn(error) !== undefined) return
      const description = sentenceOf(error, 'Failed to update application status.')
      toast({ title: 'Update Failed', description, variant: 'destructive' })
    },
  })
}
