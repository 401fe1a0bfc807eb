import { msg } from '@lingui/core/macro'
import { newsletterEndpoints } from '../../contract/news/newsletter-endpoints.ts'
import { api } from '../platform/api.ts'
import { errorMessage } from '../platform/api-error.ts'
import { toast } from '../platform/toasts.ts'

/** Sends the address of the footer's form and says what came of it. Returns whether it was taken. */
export async function subscribe(email: string): Promise<boolean> {
  try {
    await api(newsletterEndpoints.subscribe, { body: { email } })
  } catch (error) {
    toast({
      title: msg`Not subscribed`,
      description: errorMessage(error, msg`Please try again.`),
      variant: 'destructive',
    })
    return false
  }
  toast({ title: msg`Subscribed!`, description: msg`Thank you for subscribing to our newsletter!` })
  return true
}
