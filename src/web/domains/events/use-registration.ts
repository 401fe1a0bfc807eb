import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import { eventEndpoints } from '../../../contract/events/events-endpoints.ts'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { api } from '../../platform/api.ts'
import { errorMessage, isStatus } from '../../platform/api-error.ts'
import { showSignInToast } from '../../platform/sign-in-toast.ts'
import { toast } from '../../platform/toasts.ts'
import { endSession, useViewer } from '../../platform/viewer.ts'
import { eventsKey } from './events-query.ts'

const words = {
  join: [msg`Registration failed`, msg`Failed to register for event. Please try again.`],
  leave: [msg`Unregistration failed`, msg`Failed to unregister from event. Please try again.`],
} as const

/** Whether the viewer takes part. */
export const isRegistered = (viewer: Viewer | null, { participants }: Pick<Event, 'participants'>) =>
  viewer !== null &&
  participants.some(({ userId, status }) => userId === viewer.id && status === 'registered')

/** Registers for an event or leaves it; pending until the list is refetched. */
export function useRegistration(event: Event) {
  const { t } = useLingui()
  const client = useQueryClient()
  const viewer = useViewer()
  const registered = isRegistered(viewer, event)
  const askToSignIn = () =>
    showSignInToast(t`You must be logged in to register for events.`, t`Login required`)
  const refetch = () => client.invalidateQueries({ queryKey: eventsKey })
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
      toast({ title: t(title), description: errorMessage(error, t(usual)), variant: 'destructive' })
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
