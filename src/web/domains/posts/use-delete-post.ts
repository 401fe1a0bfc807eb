import { useMutation, useQueryClient } from '@tanstack/react-query'
import { postEndpoints } from '../../../contract/posts/posts-endpoints.ts'
import { api } from '../../platform/api.ts'
import { toast } from '../../platform/toasts.ts'
import { sayError } from './post-toasts.ts'
import { refetchPosts } from './posts-cache.ts'

/** Deletes an own post; pending until the list without it is there. */
export function useDeletePost() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api(postEndpoints.remove, { params: { id } }),
    onSuccess() {
      toast({ title: 'Success', description: 'Post deleted successfully' })
      return refetchPosts(client)
    },
    onError: () => sayError('Failed to delete post'),
  })
}
