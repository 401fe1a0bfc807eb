import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import { isCancelled } from '../../../contract/cups/cup-moves.ts'
import { eventEndpoints } from '../../../contract/events/events-endpoints.ts'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { api } from '../../platform/api.ts'
import { isStatus } from '../../platform/api-error.ts'
import { showSignInToast } from '../../platform/sign-in-toast.ts'
import { toastFailure } from '../../platform/toasts.ts'
import { endSession, useViewer } from '../../platform/viewer.ts'
import { eventsKey } from './events-query.ts'

const words = {
  join: [msg`Registration failed`, msg`Failed to register for event. Please try again.`],
  leave: [msg`Unregistration failed`, msg`Failed to unregister from event. Please try again.`],
} as const

/** Whether the viewer registered. */
const isRegistered = (viewer: Viewer | null, { participants }: Pick<Event, 'participants'>) =>
  viewer !== null &&
  participants.some(({ userId, status }) => userId === viewer.id && status === 'registered')

/** Whether the cup of an event was cancelled. */
export const isEventCancelled = ({ cup }: Pick<Event, 'cup'>) => cup !== undefined && isCancelled(cup.stage)

/** Whether the viewer takes part, or of a past event did: registered, and neither out of its cup nor is that cancelled. */
export function takesPart(
  viewer: Viewer | null,
  event: Pick<Event, 'participants' | 'cup' | 'status'>,
): boolean {
  const { cup, status } = event
  if (!isRegistered(viewer, event)) return false
  if (cup === undefined) return true
  if (isCancelled(cup.stage) || cup.state === 'missed') return false
  return status === 'past' || cup.state !== 'out'
}

/** Registers for an event or leaves it; pending until the list is refetched. */
export function useRegistration(event: Event) {
  const { t } = useLingui()
  const client = useQueryClient()
  const viewer = useViewer()
  const registered = isRegistered(viewer, event)
  const askToSignIn = () =>
    showSignInToast(t`You must be logged in to register for events.`, t`Login required`)
  const refetch = () =>
    Promise.all([eventsKey, ['cups']].map((queryKey) => client.invalidateQueries({ queryKey })))
  const { mutate, isPending } = useMutation({
    mutationFn: (wish: 'join' | 'leave') =>
      api(wish === 'join' ? eventEndpoints.register : eventEndpoints.unregister, {
        params: { id: event.id },
      }),
    onSuccess: refetch,
    onError(error, wish) {
      // Signed out in another tab, or by a new password; this tab notices it now.
      if (isStatus(error, 401)) {
        askToSignIn()
        return endSession(client)
      }
      const [title, usual] = words[wish]
      toastFailure(t(title), error, t(usual))
      // Over or deleted in the meantime, so the list is refetched.
      return isStatus(error, 409) || isStatus(error, 404) ? refetch() : undefined
    },
  })

  function toggle() {
    if (viewer === null) askToSignIn()
    else mutate(registered ? 'leave' : 'join')
  }

  return { registered, isPending, toggle }
}
