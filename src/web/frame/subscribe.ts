import { msg } from '@lingui/core/macro'
import { newsletterEndpoints } from '../../contract/news/newsletter-endpoints.ts'
import { api } from '../platform/api.ts'
import { toast, toastFailure } from '../platform/toasts.ts'

/** Sends the address of the footer's form and says what came of it. Returns whether it was taken. */
export async function subscribe(email: string): Promise<boolean> {
  try {
    await api(newsletterEndpoints.subscribe, { body: { email } })
  } catch (error) {
    toastFailure(msg`Not subscribed`, error, msg`Please try again.`)
    return false
  }
  toast({ title: msg`Subscribed!`, description: msg`Thank you for subscribing to our newsletter!` })
  return true
}
