import { Download, Trash2 } from 'lucide-react'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { DeleteAccountForm } from './delete-account-form.tsx'
import { useDeleteAccount } from './use-delete-account.ts'
import { useDownload } from './use-download.ts'
import { WhatHappens } from './what-happens.tsx'

/** A member's own data: to take along, or to take away. */
export function YourData({ member }: { member: OwnUser }) {
  const download = useDownload()
  const remove = useDeleteAccount()
  return (
    <Card>
      <CardTitle className="mb-4">Your data</CardTitle>
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <CardText className="min-w-0 flex-1 basis-64">
            Everything we hold about you in one JSON file: profile, posts, reports, applications, matches.
          </CardText>
          <Button
            look="quiet"
            aria-disabled={download.isPending || undefined}
            onClick={() => !download.isPending && download.mutate()}
          >
            {download.isPending ? <Spinner /> : <Download aria-hidden className="size-4" />}
            Download my data
          </Button>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-4 border-line border-t pt-5">
          <CardText className="min-w-0 flex-1 basis-64">
            Delete your account for good. Your opponents keep their matches, without your name.
          </CardText>
          <Dialog
            title="Delete your account?"
            description="This happens at once, and nobody can undo it. You may want to download your data first."
            trigger={
              <Button look="quiet" variant="red">
                <Trash2 aria-hidden className="size-4" />
                Delete my account
              </Button>
            }
          >
            <WhatHappens member={member} />
            <DeleteAccountForm member={member} remove={remove} />
          </Dialog>
        </div>
      </div>
    </Card>
  )
}
