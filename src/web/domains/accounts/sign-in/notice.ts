import { msg } from '@lingui/core/macro'
import type { ToastContent } from '../../../platform/toasts.ts'

/** Messages of a guard that redirected here. The URL carries a code, never text (docs/spec/rulings.md, Pages). */
const notices: Readonly<Record<string, ToastContent>> = {
  staff: {
    title: msg`Access Denied`,
    description: msg`You must be a staff member to access this page.`,
    variant: 'destructive',
  },
}

/** Returns the notice of a URL; undefined without a code, or for an unknown one. */
export function noticeOf(search: URLSearchParams): ToastContent | undefined {
  const code = search.get('notice')
  return code !== null && Object.hasOwn(notices, code) ? notices[code] : undefined
}
