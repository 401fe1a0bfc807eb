import { type FormEvent, useState } from 'react'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { type FieldProblems, refusedFields } from '../../../platform/field-problems.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogActions, DialogClose } from '../../../ui/dialog.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { useDeleteAccount } from './use-delete-account.ts'

/** The last step: the username typed out, so that no slip deletes anything, and the password, so that nobody else does. */
export function DeleteAccountForm({
  member,
  remove,
}: {
  member: OwnUser
  remove: ReturnType<typeof useDeleteAccount>
}) {
  const [problems, setProblems] = useState<FieldProblems>({})

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (remove.isPending) return
    const given = new FormData(event.currentTarget)
    const password = String(given.get('password'))
    const found: FieldProblems = {
      ...(given.get('confirmation') !== member.username && {
        confirmation: `Type ${member.username} exactly as it stands here`,
      }),
      ...(password === '' && { password: 'Enter your password' }),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    remove.mutate(password, { onError: (error) => setProblems(refusedFields(error)) })
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="mt-6 grid gap-5">
      <TextField
        label={`Type ${member.username} to confirm`}
        name="confirmation"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={problems.confirmation}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        error={problems.password}
      />
      <DialogActions>
        <DialogClose>
          <Button look="quiet">Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="red" aria-disabled={remove.isPending || undefined}>
          {remove.isPending && <Spinner />}
          Delete my account
        </Button>
      </DialogActions>
    </form>
  )
}
