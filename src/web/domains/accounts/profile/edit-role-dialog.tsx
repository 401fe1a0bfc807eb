import { UserCog } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type Rank, rankLabel, ranks } from '../../../../contract/accounts/ranks.ts'
import { useSite } from '../../../platform/site.tsx'
import { toast } from '../../../platform/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions, DialogClose } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'

/** Notes a wish and makes no call: the rank stays (docs/spec/rulings.md, /profile dialogs). */
export function EditRoleDialog({ rank }: { rank: Rank }) {
  const site = useSite()
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(rank)
  const options = ranks.map((value) => ({ value, label: rankLabel(value, site) }))
  function submit(event: FormEvent) {
    event.preventDefault()
    setOpen(false)
    toast({ title: 'Role Updated', description: 'The role change has been noted.' })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="Edit Role"
      trigger={
        <Button look="quiet">
          <UserCog aria-hidden className="size-4" />
          Edit Role
        </Button>
      }
    >
      <form method="post" onSubmit={submit}>
        <Select label="Role" options={options} value={wanted} onValueChange={setWanted} />
        <DialogActions>
          <DialogClose>
            <Button look="quiet">Cancel</Button>
          </DialogClose>
          <Button type="submit">Save Role</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
