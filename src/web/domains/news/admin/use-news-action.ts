import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { newsEndpoints } from '../../../../contract/news/news-endpoints.ts'
import type { NewsRecord } from '../../../../contract/news/news-schemas.ts'
import { api } from '../../../platform/api.ts'
import { serverNow } from '../../../platform/live/server-clock.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { refetchNews } from './news-records.ts'

interface NewsAction {
  readonly record: NewsRecord
  /** Publication: now, or `at` a time. */
  readonly what: 'unpublish' | 'delete' | { readonly toSubscribers: boolean; readonly at?: string }
}

const doneTitles = {
  unpublish: msg`News item taken back`,
  delete: msg`News item deleted`,
} as const

const titleOf = (what: NewsAction['what']) => {
  if (typeof what !== 'object') return doneTitles[what]
  const isAhead = what.at !== undefined && Date.parse(what.at) > serverNow()
  return isAhead ? msg`News item scheduled` : msg`News item published`
}

function send({ record: { id, version }, what }: NewsAction): Promise<unknown> {
  const about = { params: { id }, ifMatch: version }
  if (what === 'delete') return api(newsEndpoints.remove, about)
  if (what === 'unpublish') return api(newsEndpoints.unpublish, about)
  return api(newsEndpoints.publish, { ...about, body: what })
}

/** Changes an item as it was shown; pending until the list that shows the change is there. */
export function useNewsAction() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess(_response, { record, what }) {
      const title = titleOf(what)
      toast({ title, description: record.title })
      return refetchNews(client)
    },
    onError(error) {
      toastFailure(t`That failed`, error, t`The news item could not be changed. Please try again.`)
      // Changed or gone in the meantime: the list knows more than the row.
      return refetchNews(client)
    },
  })
}
