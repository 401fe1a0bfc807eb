import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { toast } from '../../../platform/toasts.ts'
import { noticeOf } from './notice.ts'

/** Shows the notice of the address when the page opens with one. */
export function useNotice() {
  const [search] = useSearchParams()
  // The same object for the same code, so that other renders do not show it again.
  const notice = noticeOf(search)
  useEffect(() => {
    if (notice !== undefined) toast(notice)
  }, [notice])
}
