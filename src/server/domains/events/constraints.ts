import { msg } from '@lingui/core/macro'
import { accountGone, notFound } from '../../platform/errors.ts'

export const registrationGone = () => notFound(msg`This event no longer exists`)

/** Errors by constraint name. */
export const eventConstraints = {
  event_registrations_event_id_fkey: registrationGone,
  event_registrations_user_id_fkey: accountGone,
}
