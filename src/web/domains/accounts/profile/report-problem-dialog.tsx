import { Flag } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { toast } from '../../../platform/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions, DialogClose } from '../../../ui/dialog.tsx'
import { Textarea } from '../../../ui/textarea.tsx'

/** Says thanks and makes no call (docs/spec/rulings.md, /profile dialogs). */
export function ReportProblemDialog() {
  const [open, setOpen] = useState(false)
  function submit(event: FormEvent) {
    event.preventDefault()
    setOpen(false)
    toast({ title: 'Report Submitted', description: 'Thank you for your report. Our team will review it.' })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="Report a Problem"
      description="Something about your profile is not right?"
      trigger={
        <Button look="quiet">
          <Flag aria-hidden className="size-4" />
          Report a Problem
        </Button>
      }
    >
      <form method="post" onSubmit={submit}>
        <Textarea label="What is wrong?" name="problem" />
        <DialogActions>
          <DialogClose>
            <Button look="quiet">Cancel</Button>
          </DialogClose>
          <Button type="submit">Submit Report</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
