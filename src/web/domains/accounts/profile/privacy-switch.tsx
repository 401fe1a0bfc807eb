import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { userEndpoints } from '../../../../contract/accounts/users-endpoints.ts'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { api } from '../../../platform/api.ts'
import { toastFailure } from '../../../platform/toasts.ts'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { cacheOwnUser } from './show-member.ts'

/** Whether others see when the member is in the game; saved at once. */
export function PrivacySwitch({ member }: { member: OwnUser }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (hidePresence: boolean) => api(userEndpoints.update, { body: { hidePresence } }),
    onSuccess: (stored) => cacheOwnUser(client, stored),
    onError: (error) => toastFailure(t`Not saved`, error, t`Please try again.`),
  })
  return (
    <CheckboxField
      label={t`Hide when I am online`}
      hint={t`You still count as a player, but nobody sees that you are in the game, or in which mode, and nobody finds you by a former name.`}
      checked={save.isPending ? save.variables : member.hidePresence === true}
      disabled={save.isPending}
      onChange={({ target }) => save.mutate(target.checked)}
    />
  )
}
