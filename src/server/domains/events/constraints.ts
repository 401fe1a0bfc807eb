import { notFound } from '../../platform/errors.ts'

export const registrationGone = () => notFound('This event does not exist any more')

/** What a broken constraint of these tables says to the caller. */
export const eventConstraints = { event_registrations_event_id_fkey: registrationGone }
