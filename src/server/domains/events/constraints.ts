import { msg } from '@lingui/core/macro'
import { accountGone, invalid, notFound } from '../../platform/http/errors.ts'
import { tooManyWords } from '../../platform/languages/record-words.ts'

export const registrationGone = () => notFound(msg`This event no longer exists`)

/** Errors by constraint name. */
export const eventConstraints = {
  events_words_size: () => invalid({ words: tooManyWords }),
  event_registrations_event_id_fkey: registrationGone,
  event_registrations_user_id_fkey: accountGone,
}
