import { useMutation } from '@tanstack/react-query'
import { postEndpoints } from '../../../contract/posts/posts-endpoints.ts'
import { api } from '../../platform/api.ts'
import { sentenceOf } from '../../platform/api-error.ts'
import { toast } from '../../platform/toasts.ts'
import { sayError } from './post-toasts.ts'

/** Hands a post to the moderators. */
export const useReportPost = (postId: number, onReceived: () => void) =>
  useMutation({
    mutationFn: (reason: string) => api(postEndpoints.report, { params: { id: postId }, body: { reason } }),
    onSuccess() {
      onReceived()
      toast({
        title: 'Report Submitted',
        description: 'Thank you for your report. Our team will review it.',
      })
    },
    onError: (error) => sayError(sentenceOf(error, 'Failed to report post')),
  })
