import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Image, ImageUp } from 'lucide-react'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { Text } from '../../../../contract/languages.ts'
import { newsLimits } from '../../../../contract/news/news.ts'
import { newsEndpoints } from '../../../../contract/news/news-endpoints.ts'
import { NewCover, type NewsRecord } from '../../../../contract/news/news-schemas.ts'
import { imageMediaTypes } from '../../../../contract/posts/posts.ts'
import { codePoints } from '../../../../contract/text.ts'
import { api } from '../../../platform/api.ts'
import { refusedFields } from '../../../platform/api-error.ts'
import { imageRefusal, toDataUrl } from '../../../platform/forms/picked-image.ts'
import { useObjectUrl } from '../../../platform/forms/use-object-url.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { useSay } from '../../../platform/translation.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, FormActions } from '../../../ui/dialog.tsx'
import { Textarea } from '../../../ui/form/textarea.tsx'
import { NewsCover } from '../news-cover.tsx'
import { refetchNews } from './news-records.ts'

interface CoverDialogProps {
  readonly record: NewsRecord
  readonly describedBy: string
  readonly disabled: boolean
}

/** Gives an item a cover picture, replaces it, or removes it. */
export function CoverDialog({ record, describedBy, disabled }: CoverDialogProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title={t`Cover picture`}
      description={t`It is shown on the home page, in the list of news and above the text.`}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" size="sm" aria-describedby={describedBy} disabled={disabled}>
          <Image aria-hidden className="size-4" />
          <Trans>Picture</Trans>
        </Button>
      }
    >
      <CoverForm record={record} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

const CoverText = z.pick(NewCover, { alt: true })

function CoverForm({ record, onDone }: { record: NewsRecord; onDone: () => void }) {
  const { t } = useLingui()
  const { cover } = record
  const form = useSchemaForm(CoverText, { alt: cover?.alt ?? '' })
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<Text>()
  const preview = useObjectUrl(file)
  const save = useCoverChange(record, onDone)
  const problem = refusal ?? refusedFields(save.error).image

  function pick(picked: File) {
    const refused = imageRefusal(picked)
    setRefusal(refused)
    if (refused === undefined) setFile(picked)
  }

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={form.submit(save, ({ alt }, handler) => {
        if (file === null && cover === null) setRefusal(t`Choose a picture`)
        else save.mutate({ file, alt }, handler)
      })}
    >
      {preview === undefined ? (
        <NewsCover cover={cover} className="aspect-2/1 w-full rounded-md border border-line" />
      ) : (
        <img
          src={preview}
          alt={t`Preview`}
          className="aspect-2/1 w-full rounded-md border border-line bg-ground object-cover"
        />
      )}
      <PicturePicker hasPicture={file !== null || cover !== null} problem={problem} onPick={pick} />
      <Textarea
        label={t`Alternative text`}
        rows={2}
        required
        hint={t`What the picture shows, for people who cannot see it: ${{ length: codePoints(form.watch('alt')) }}/${{ max: newsLimits.coverAlt }}`}
        {...form.field('alt')}
      />
      {cover !== null && (
        <Button
          look="quiet"
          variant="red"
          className="justify-self-start"
          aria-disabled={save.isPending || undefined}
          onClick={() => !save.isPending && save.mutate('remove')}
        >
          <Trans>Remove picture</Trans>
        </Button>
      )}
      <FormActions busy={save.isPending}>
        <Trans>Save picture</Trans>
      </FormActions>
    </form>
  )
}

interface PicturePickerProps {
  readonly hasPicture: boolean
  readonly problem: Text | undefined
  readonly onPick: (file: File) => void
}

function PicturePicker({ hasPicture, problem, onPick }: PicturePickerProps) {
  const say = useSay()
  const { t } = useLingui()
  const noteId = useId()
  const input = useRef<HTMLInputElement>(null)

  function pick({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    // Emptied, so that picking the same file again is a change again.
    currentTarget.value = ''
    if (file !== undefined) onPick(file)
  }

  return (
    <div className="grid gap-1.5">
      <input
        ref={input}
        type="file"
        accept={imageMediaTypes.join(',')}
        aria-label={t`Picture file`}
        hidden
        onChange={pick}
      />
      <Button
        look="quiet"
        className="justify-self-start"
        aria-describedby={noteId}
        onClick={() => input.current?.click()}
      >
        <ImageUp aria-hidden className="size-4" />
        {hasPicture ? t`Choose another picture` : t`Choose a picture`}
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
    </div>
  )
}

type CoverChange = 'remove' | { readonly file: File | null; readonly alt: string }

async function send({ id, version }: NewsRecord, change: CoverChange) {
  const about = { params: { id }, ifMatch: version }
  if (change === 'remove') return api(newsEndpoints.removeCover, about)
  const { file, alt } = change
  const body = { alt, ...(file !== null && { image: await toDataUrl(file) }) }
  return api(newsEndpoints.setCover, { ...about, body })
}

/** Pending until the list that shows the change is there. */
function useCoverChange(record: NewsRecord, onDone: () => void) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: CoverChange) => send(record, change),
    async onSuccess(_record, change) {
      await refetchNews(client)
      toast({
        title: change === 'remove' ? t`Picture removed` : t`Picture saved`,
        description: record.title,
      })
      onDone()
    },
    onError(error) {
      if (Object.keys(refusedFields(error)).length > 0) return
      toastFailure(t`That failed`, error, t`The picture could not be changed. Please try again.`)
    },
  })
}
