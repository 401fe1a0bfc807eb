import { msg } from '@lingui/core/macro'
import type { ToastContent } from '../../../platform/toasts.ts'

/** What a member hears who is not staff. */
export const accessDenied: ToastContent = {
  title: msg`Access Denied`,
  description: msg`You don't have permission to view this page.`,
  variant: 'destructive',
}
