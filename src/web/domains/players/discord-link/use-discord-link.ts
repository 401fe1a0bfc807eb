import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { discordLinkEndpoints } from '../../../../contract/players/discord-link-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { assignLocation } from '../../../platform/navigation/assign-location.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { discordLinkQuery } from './discord-link-query.ts'

/** Leads to the page of Discord where the member agrees. */
export const useBeginLink = () => {
  const { t } = useLingui()
  return useMutation({
    mutationFn: () => api(discordLinkEndpoints.begin, {}),
    onSuccess: ({ url }) => assignLocation(url),
    onError: (error) => toastFailure(t`Discord was not linked`, error, t`Please try again.`),
  })
}

/** Links the account with what Discord sent back. */
export function useFinishLink(memberId: number) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { code: string; state: string }) => api(discordLinkEndpoints.finish, { body }),
    onSuccess(link) {
      client.setQueryData(discordLinkQuery(api, memberId).queryKey, { link })
      toast({ title: t`Discord linked`, description: t`Your roles follow within a minute` })
    },
    onError: (error) => toastFailure(t`Discord was not linked`, error, t`Please try again.`),
  })
}

export function useUnlinkDiscord(memberId: number) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { queryKey } = discordLinkQuery(api, memberId)
  return useMutation({
    mutationFn: () => api(discordLinkEndpoints.remove, {}),
    onSuccess() {
      client.setQueryData(queryKey, { link: null })
      toast({ title: t`Discord unlinked`, description: t`You lost your roles on Discord too` })
    },
    onError(error) {
      toastFailure(t`Discord was not unlinked`, error, t`Please try again.`)
      void client.invalidateQueries({ queryKey })
    },
  })
}
