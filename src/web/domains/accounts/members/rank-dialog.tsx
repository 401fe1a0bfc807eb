import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { memberEndpoints } from '../../../../contract/accounts/members-endpoints.ts'
import type { Member } from '../../../../contract/accounts/members-schemas.ts'
import { canSetRank, type Rank, rankLabel, ranks } from '../../../../contract/accounts/ranks.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { adminKey } from '../../../platform/keyset-query.ts'
import { useSite } from '../../../platform/site.tsx'
import { toast } from '../../../platform/toasts.ts'
import { useViewer, viewerQuery } from '../../../platform/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions, DialogClose } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'

/** Another rank for a member, out of those that the viewer may give; nothing where there is none. */
export function RankDialog({ member }: { member: Member }) {
  const viewer = useViewer()
  const [open, setOpen] = useState(false)
  const allowed = ranks.filter((rank) => canSetRank(viewer, member, rank))
  if (allowed.length === 0) return null
  return (
    <Dialog
      title={
        <>
          Rank of <bdi>{member.username}</bdi>
        </>
      }
      description="It counts at once, here and on the game servers."
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" size="sm">
          Change rank
          <bdi className="sr-only"> of {member.username}</bdi>
        </Button>
      }
    >
      <RankForm member={member} allowed={allowed} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

interface RankFormProps {
  readonly member: Member
  readonly allowed: readonly Rank[]
  readonly onDone: () => void
}

function RankForm({ member, allowed, onDone }: RankFormProps) {
  const site = useSite()
  const [rank, setRank] = useState<Rank>(member.rank)
  const change = useSetRank(member)
  const unchanged = rank === member.rank
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!unchanged && !change.isPending) change.mutate(rank, { onSuccess: onDone })
      }}
    >
      <Select
        label="Rank"
        options={allowed.map((value) => ({ value, label: rankLabel(value, site) }))}
        value={rank}
        onValueChange={setRank}
      />
      <DialogActions>
        <DialogClose>
          <Button look="quiet">Cancel</Button>
        </DialogClose>
        <Button type="submit" aria-disabled={unchanged || change.isPending || undefined}>
          {change.isPending ? 'Saving...' : 'Save'}
        </Button>
      </DialogActions>
    </form>
  )
}

function useSetRank({ id, username }: Pick<Member, 'id' | 'username'>) {
  const client = useQueryClient()
  const site = useSite()
  return useMutation({
    mutationFn: (rank: Rank) => api(memberEndpoints.setRank, { params: { id }, body: { rank } }),
    onSuccess: ({ rank }) =>
      toast({ title: 'Rank Updated', description: `${username} is now ${rankLabel(rank, site)}.` }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Update Failed',
        description: errorMessage(error, 'The rank could not be changed.'),
      }),
    // The viewer as well: it may have been their own rank, and what they may do hangs on it.
    onSettled: () =>
      Promise.all([adminKey, viewerQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
