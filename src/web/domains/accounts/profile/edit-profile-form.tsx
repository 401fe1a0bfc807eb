import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { isFace } from '../../../../contract/accounts/faces.ts'
import { userEndpoints } from '../../../../contract/accounts/users-endpoints.ts'
import { type OwnUser, ProfileUpdate } from '../../../../contract/accounts/users-schemas.ts'
import { textLimits } from '../../../../contract/limits.ts'
import { codePoints } from '../../../../contract/text.ts'
import { api } from '../../../platform/api.ts'
import { useFormDraft } from '../../../platform/forms/use-form-draft.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { DraftNote } from '../../../ui/form/draft-note.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Textarea } from '../../../ui/form/textarea.tsx'
import { AvatarUpload } from './avatar-upload.tsx'
import { cacheOwnUser } from './show-member.ts'

const fields = ProfileUpdate.shape

/** An empty text clears the field. */
const emptyAsNull = z.transform((text: string): string | null | undefined => (text === '' ? null : text))

const ProfileFormSchema = z.object({
  email: z.pipe(emptyAsNull, fields.email),
  bio: z.pipe(emptyAsNull, fields.bio),
  discordTag: z.pipe(emptyAsNull, fields.discordTag),
  avatarUrl: z.pipe(emptyAsNull, fields.avatarUrl),
})

/** The field is empty for the face from the game, which cannot be edited. */
const ownAvatarUrl = ({ avatarUrl }: OwnUser) => (avatarUrl === null || isFace(avatarUrl) ? '' : avatarUrl)

export function EditProfileForm({ member }: { member: OwnUser }) {
  const { t } = useLingui()
  // Each input has its own default value, so that the server's HTML shows it and early typing is kept.
  const form = useSchemaForm(ProfileFormSchema)
  const draft = useFormDraft(form, 'profile', {
    email: member.email ?? '',
    bio: member.bio ?? '',
    discordTag: member.discordTag ?? '',
    avatarUrl: ownAvatarUrl(member),
  })
  const update = useUpdateProfile({ onSaved: draft.remove })
  const bio = form.watch('bio') ?? member.bio ?? ''
  const showStoredAvatar = (stored: OwnUser) => {
    form.setValue('avatarUrl', ownAvatarUrl(stored))
    form.clearErrors('avatarUrl')
  }
  const submit = form.submit(update, (values, { onError }) => {
    const typed = form.getValues('avatarUrl')
    update.mutate(values, {
      // Shows the URL of the site's copy, unless the field was changed meanwhile.
      onSuccess: (stored) => form.getValues('avatarUrl') === typed && showStoredAvatar(stored),
      onError,
    })
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <DraftNote restored={draft.restored} onDiscard={draft.discard} />
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="email"
        hint={t`Only you can see it.`}
        defaultValue={member.email ?? ''}
        {...form.field('email')}
      />
      <Textarea
        label={t`Bio`}
        hint={t`${{ count: codePoints(bio) }} of ${{ limit: textLimits.bio }} characters`}
        defaultValue={member.bio ?? ''}
        {...form.field('bio')}
      />
      <TextField
        label={t`Discord tag`}
        hint={t`User#1234 or @user`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={member.discordTag ?? ''}
        {...form.field('discordTag')}
      />
      <AvatarUpload member={member} onUploaded={showStoredAvatar} />
      <TextField
        label={t`Avatar URL`}
        type="url"
        hint={t`Or the address of a picture (https://…). The site copies it once. Clear the field to remove your picture.`}
        autoComplete="photo"
        defaultValue={ownAvatarUrl(member)}
        {...form.field('avatarUrl')}
      />
      <SubmitButton busy={update.isPending} className="justify-self-stretch sm:justify-self-start">
        <Trans>Save changes</Trans>
      </SubmitButton>
    </form>
  )
}

function useUpdateProfile({ onSaved }: { onSaved: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: z.infer<typeof ProfileUpdate>) => api(userEndpoints.update, { body }),
    async onSuccess(member) {
      // Here, because this also runs after the form was unmounted.
      onSaved()
      await cacheOwnUser(client, member)
      toast({ title: t`Profile updated`, description: t`Your profile has been updated successfully` })
    },
    onError(error) {
      toastFailure(t`Profile update failed`, error, t`Profile update failed`)
    },
  })
}
