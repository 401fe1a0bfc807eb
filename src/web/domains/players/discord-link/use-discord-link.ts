import { useMutation, useQueryClient } from '@tanstack/react-query'
import { discordLinkEndpoints } from '../../../../contract/players/discord-link-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { assignLocation } from '../../../platform/assign-location.ts'
import { toast } from '../../../platform/toasts.ts'
import { discordLinkQuery } from './discord-link-query.ts'

const showFailure = (title: string, error: unknown) =>
  toast({ title, description: errorMessage(error, 'Please try again.'), variant: 'destructive' })

/** Leads to the page of Discord where the member agrees. */
export const useBeginLink = () =>
  useMutation({
    mutationFn: () => api(discordLinkEndpoints.begin, {}),
    onSuccess: ({ url }) => assignLocation(url),
    onError: (error) => showFailure('Discord was not linked', error),
  })

/** Links the account with what Discord sent back. */
export function useFinishLink(memberId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { code: string; state: string }) => api(discordLinkEndpoints.finish, { body }),
    onSuccess(link) {
      client.setQueryData(discordLinkQuery(api, memberId).queryKey, { link })
      toast({ title: 'Discord linked', description: 'Your roles follow within a minute' })
    },
    onError: (error) => showFailure('Discord was not linked', error),
  })
}

export function useUnlinkDiscord(memberId: number) {
  const client = useQueryClient()
  const { queryKey } = discordLinkQuery(api, memberId)
  return useMutation({
    mutationFn: () => api(discordLinkEndpoints.remove, {}),
    onSuccess() {
      client.setQueryData(queryKey, { link: null })
      toast({ title: 'Discord unlinked', description: 'You lost your roles on Discord too' })
    },
    onError(error) {
      showFailure('Discord was not unlinked', error)
      void client.invalidateQueries({ queryKey })
    },
  })
}
