import type { ToastContent } from '../../../platform/toasts.ts'

/** What a guard may have to say to who it sent here. Only codes travel in an address, never words (rulings, Pages). */
const notices: Readonly<Record<string, ToastContent>> = {
  staff: {
    title: 'Access Denied',
    description: 'You must be a staff member to access this page.',
    variant: 'destructive',
  },
}

/** The notice of an address; undefined without one, and for a code that nobody gave out. */
export function noticeOf(search: URLSearchParams): ToastContent | undefined {
  const code = search.get('notice')
  return code !== null && Object.hasOwn(notices, code) ? notices[code] : undefined
}
