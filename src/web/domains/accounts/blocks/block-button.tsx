import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import type { PublicUser } from '../../../../contract/accounts/users-schemas.ts'
import { api } from '../../../platform/api.ts'
import { Button } from '../../../ui/button.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { blockQuery } from './block-queries.ts'
import { useBlock } from './use-block.ts'

/** Blocks a member after a question, or unblocks them; for members. */
export function BlockButton({ member }: { member: Pick<PublicUser, 'id' | 'username'> }) {
  const { t } = useLingui()
  const { data } = useQuery(blockQuery(api, member.id))
  const block = useBlock(member)
  const isBlocked = data?.isBlocked === true
  return (
    <BlockDialog
      member={member}
      trigger={
        <Button
          look="quiet"
          size="sm"
          aria-disabled={block.isPending || undefined}
          onClick={(event) => {
            if (!isBlocked) return
            // Unblocking is not asked about.
            event.preventDefault()
            if (!block.isPending) block.mutate('unblock')
          }}
        >
          <Ban aria-hidden className="size-4" />
          {isBlocked ? t`Unblock` : t`Block`}
        </Button>
      }
    />
  )
}
