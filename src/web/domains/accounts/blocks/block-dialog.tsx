import { Trans, useLingui } from '@lingui/react/macro'
import type { PublicUser } from '../../../../contract/accounts/users-schemas.ts'
import { Confirm, type ConfirmProps } from '../../../ui/confirm.tsx'
import { useBlock } from './use-block.ts'

interface BlockDialogProps extends Pick<ConfirmProps, 'trigger' | 'open' | 'onOpenChange' | 'returnFocusTo'> {
  readonly member: Pick<PublicUser, 'id' | 'username'>
}

/** Says what a block does before it does it. */
export function BlockDialog({ member, ...state }: BlockDialogProps) {
  const { t } = useLingui()
  const block = useBlock(member)
  const { username } = member
  return (
    <Confirm
      title={
        <Trans>
          Block <bdi>{username}</bdi>?
        </Trans>
      }
      description={t`They cannot follow you or comment on your posts, and you are not notified when they mention you. They are not told. You can unblock them at any time.`}
      confirmLabel={t`Block`}
      onConfirm={() => !block.isPending && block.mutate('block')}
      {...state}
    />
  )
}
