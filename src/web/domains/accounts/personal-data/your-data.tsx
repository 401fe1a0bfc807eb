import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { CircleMinus, CirclePlus, Download, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { accountEndpoints } from '../../../../contract/accounts/account-endpoints.ts'
import { deletedPlayerName } from '../../../../contract/accounts/accounts.ts'
import { isStaff } from '../../../../contract/accounts/ranks.ts'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { GoesAlong } from '../../../platform/forms/goes-along.tsx'
import { saveFile } from '../../../platform/save-file.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { DeleteAccountForm } from './delete-account-form.tsx'
import { useDeleteAccount } from './use-delete-account.ts'

const useDownload = () => {
  const { t } = useLingui()
  return useMutation({
    mutationFn: () => saveFile(accountEndpoints.export, 'my-data.json'),
    onSuccess() {
      toast({ title: t`Download ready`, description: t`Your data is saved as a JSON file` })
    },
    onError(error) {
      toastFailure(t`Download failed`, error, t`Please try again.`)
    },
  })
}

/** A member's own data: export and deletion. */
export function YourData({ member }: { member: OwnUser }) {
  const { t } = useLingui()
  const download = useDownload()
  const remove = useDeleteAccount()
  return (
    <Card>
      <CardTitle className="mb-4">
        <Trans>Your data</Trans>
      </CardTitle>
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <CardText className="min-w-0 flex-1 basis-64">
            <Trans>
              Everything we store about you in one JSON file: profile, posts, reports, applications, matches.
            </Trans>
          </CardText>
          <Button
            look="quiet"
            aria-disabled={download.isPending || undefined}
            onClick={() => !download.isPending && download.mutate()}
          >
            {download.isPending ? <Spinner /> : <Download aria-hidden className="size-4" />}
            <Trans>Download my data</Trans>
          </Button>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-4 border-line border-t pt-5">
          <CardText className="min-w-0 flex-1 basis-64">
            <Trans>Delete your account. Your opponents keep their matches, without your name.</Trans>
          </CardText>
          <Dialog
            title={t`Delete your account?`}
            description={t`Nobody sees it from then on. For 14 days you can restore it: sign in and confirm. After that it is gone for good. You may want to download your data first.`}
            trigger={
              <Button look="quiet" variant="red">
                <Trash2 aria-hidden className="size-4" />
                <Trans>Delete my account</Trans>
              </Button>
            }
          >
            <WhatHappens member={member} />
            <GoesAlong kind="member" id={member.id} />
            <DeleteAccountForm member={member} remove={remove} />
          </Dialog>
        </div>
      </div>
    </Card>
  )
}

/** Says what a deletion removes and what remains, for this member. */
function WhatHappens({ member }: { member: OwnUser }) {
  const { t } = useLingui()
  const isLinked = member.gamertag !== null
  return (
    <div className="grid gap-5 text-sm leading-relaxed">
      <List title={t`Goes`} icon={<CircleMinus aria-hidden className="size-4 text-bad" />}>
        <li>
          <Trans>Your profile, email and password; you are logged out everywhere</Trans>
        </li>
        <li>
          <Trans>Your posts with their images, your likes and your event registrations</Trans>
        </li>
        <li>
          <Trans>Your applications and your messages to the team</Trans>
        </li>
        <li>
          <Trans>Your rank, and your place on the leaderboards and in the search</Trans>
        </li>
      </List>
      <List
        title={t`Stays, without your name`}
        icon={<CirclePlus aria-hidden className="size-4 text-ink-soft" />}
      >
        <li>
          <Trans>Matches, in your opponents’ history, played by “{deletedPlayerName}”</Trans>
        </li>
        <li>
          <Trans>What you reported: bugs, posts and players</Trans>
        </li>
        {isStaff(member) && (
          <li>
            <Trans>With your name: what you did as staff, in the audit log</Trans>
          </li>
        )}
      </List>
      {isLinked ? (
        <p className="text-ink-soft">
          <Trans>
            If you play on, you stay “{deletedPlayerName}”. Typing <code className="text-ink">/link</code> in
            game starts over: from then on matches show your gamertag, and the old ones stay as they are.
          </Trans>
        </p>
      ) : (
        <p className="text-ink-soft">
          <Trans>
            A player you have not linked keeps their gamertag and page. If that is you, link first.
          </Trans>
        </p>
      )}
    </div>
  )
}

function List({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h3 className="flex items-center gap-2 font-bold">
        {icon}
        {title}
      </h3>
      <ul className="mt-1.5 grid list-disc gap-1 ps-10 text-ink-soft">{children}</ul>
    </section>
  )
}
