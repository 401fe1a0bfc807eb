import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Text } from '../../../contract/languages.ts'
import { postEndpoints } from '../../../contract/posts/posts-endpoints.ts'
import type { NewPost } from '../../../contract/posts/posts-schemas.ts'
import { api, apiSecond } from '../../platform/api.ts'
import { ApiError, isStatus } from '../../platform/api-error.ts'
import { newIdempotencyKey } from '../../platform/forms/idempotency-key.ts'
import { toDataUrl } from '../../platform/forms/picked-image.ts'
import { showSignInToast } from '../../platform/sign-in-toast.ts'
import { showErrorToast } from './post-toasts.ts'
import { refetchPosts, showNewPost } from './posts-cache.ts'

export interface Draft {
  readonly content: string
  readonly image: File | null
}

/** A post with an image waits this long before it is sent. */
const imageWaitMs = 1_000

async function bodyOf({ content, image }: Draft): Promise<NewPost> {
  if (image === null) return { content, mediaUrl: null, mediaType: null }
  const wait = new Promise<void>((resolve) => setTimeout(resolve, imageWaitMs))
  const [mediaUrl] = await Promise.all([toDataUrl(image), wait])
  return { content, mediaUrl, mediaType: 'image' }
}

async function send(draft: Draft, idempotencyKey: string) {
  const input = { body: await bodyOf(draft), idempotencyKey }
  return api(postEndpoints.create, input).catch((error: unknown) => {
    if (isStatus(error, 401)) return apiSecond(postEndpoints.create, input)
    throw error
  })
}

/**
 * Publishes a draft. Trying the very same draft again after a failure is still the same submission, under the same
 * key: if only the response was lost the first time, no second post appears.
 */
export function useCreatePost({ onPublished }: { onPublished: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const submission = useRef<(Draft & { key: string }) | null>(null)

  function keyOf({ content, image }: Draft): string {
    const last = submission.current
    if (last?.content === content && last.image === image) return last.key
    submission.current = { content, image, key: newIdempotencyKey() }
    return submission.current.key
  }

  return useMutation({
    mutationFn: (draft: Draft) => send(draft, keyOf(draft)),
    onSuccess(post) {
      submission.current = null
      // Here, because this also runs when the page was left meanwhile.
      onPublished()
      showNewPost(client, post)
      void refetchPosts(client)
    },
    onError(error) {
      if (isStatus(error, 401)) showSignInToast(msg`You must be logged in to create a post`)
      else {
        const reason = createFailure(error)
        const message = typeof reason === 'string' ? reason : t(reason)
        showErrorToast(t`Failed to create post: ${message}`)
      }
    },
  })
}

/**
 * Returns why a post was not created: the `message` of the response, or its status when it has no body. Without a
 * response, and for a body that is not JSON with a message, the error is unknown.
 */
function createFailure(error: unknown): Text {
  if (!(error instanceof ApiError)) return msg`Unknown error`
  if (error.body === '') return msg`Error: ${{ status: error.status }}`
  return messageIn(error.body) ?? msg`Unknown error`
}

function messageIn(text: string): string | undefined {
  try {
    const response: unknown = JSON.parse(text)
    const hasMessage = typeof response === 'object' && response !== null && 'message' in response
    return hasMessage && typeof response.message === 'string' && response.message !== ''
      ? response.message
      : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
