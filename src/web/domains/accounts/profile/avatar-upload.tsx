import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { userEndpoints } from '../../../../contract/accounts/users-endpoints.ts'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import type { Text } from '../../../../contract/languages.ts'
import { imageMediaTypes } from '../../../../contract/posts/posts.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { imageRefusal, toDataUrl } from '../../../platform/forms/picked-image.ts'
import { useObjectUrl } from '../../../platform/forms/use-object-url.ts'
import { useHydrated } from '../../../platform/hydrated.ts'
import { toast } from '../../../platform/toasts.ts'
import { useSay } from '../../../platform/translation.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { cacheOwnUser } from './show-member.ts'

interface AvatarUploadProps {
  readonly member: OwnUser
  readonly onUploaded: (member: OwnUser) => void
}

/** The picture of the member, and a button that replaces it with a file at once. */
export function AvatarUpload({ member, onUploaded }: AvatarUploadProps) {
  const { t } = useLingui()
  const alive = useHydrated()
  const noteId = useId()
  const input = useRef<HTMLInputElement>(null)
  const upload = useUploadAvatar()
  const say = useSay()
  const [refusal, setRefusal] = useState<Text>()
  const preview = useObjectUrl(upload.isPending ? upload.variables : null)
  const problem = refusal ?? (upload.isError ? errorMessage(upload.error, t`The upload failed`) : undefined)

  function pick({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    // Cleared, so that picking the same file again fires a change event.
    currentTarget.value = ''
    if (file === undefined) return
    const refused = imageRefusal(file)
    setRefusal(refused)
    if (refused === undefined) upload.mutate(file, { onSuccess: onUploaded })
  }

  return (
    <div className="flex items-center gap-4">
      <Avatar username={member.username} avatarUrl={preview ?? member.avatarUrl} size="lg" />
      <div className="grid min-w-0 gap-1.5">
        <input
          ref={input}
          type="file"
          accept={imageMediaTypes.join(',')}
          aria-label={t`Picture`}
          hidden
          disabled={!alive || upload.isPending}
          onChange={pick}
        />
        <Button
          look="quiet"
          className="justify-self-start"
          aria-describedby={noteId}
          // Not disabled while busy, which would take the focus away.
          aria-disabled={upload.isPending}
          disabled={!alive}
          onClick={() => {
            if (!upload.isPending) input.current?.click()
          }}
        >
          {upload.isPending ? <Spinner /> : <ImageUp aria-hidden className="size-4" />}
          {upload.isPending ? t`Uploading...` : t`Upload picture`}
        </Button>
        {problem === undefined ? (
          <p id={noteId} className="text-ink-faint text-sm">
            <Trans>JPEG, PNG, WebP or GIF, up to 5 MB</Trans>
          </p>
        ) : (
          <p id={noteId} role="alert" className="font-medium text-bad text-sm">
            {say(problem)}
          </p>
        )}
        <p role="status" className="sr-only">
          {upload.isPending && t`Your picture is being uploaded`}
        </p>
      </div>
    </div>
  )
}

function useUploadAvatar() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (file: File) =>
      api(userEndpoints.setAvatar, { body: { image: await toDataUrl(file) } }),
    async onSuccess(member) {
      await cacheOwnUser(client, member)
      toast({ title: t`Picture updated`, description: t`Everybody can see your new picture now` })
    },
  })
}
