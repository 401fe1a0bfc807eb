import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CornerUpLeft } from 'lucide-react'
import { useState } from 'react'
import { textLimits } from '../../../../contract/limits.ts'
import { contactAdminEndpoints } from '../../../../contract/reports/contact-admin-endpoints.ts'
import { type ContactMessage, MessageReply } from '../../../../contract/reports/contact-admin-schemas.ts'
import { api } from '../../../platform/api.ts'
import { adminKey } from '../../../platform/keyset-query.ts'
import { useSite } from '../../../platform/site.tsx'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type SentText, TextForm } from '../../../ui/form/text-form.tsx'

/** Replies to a message, once. What was typed stays when a colleague was first. */
export function ReplyToMessage({ message: { id, email, subject, userId } }: { message: ContactMessage }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { sendsMail } = useSite()
  const [open, setOpen] = useState(false)
  const reply = useMutation({
    mutationFn: ({ text }: SentText) =>
      api(contactAdminEndpoints.answerMessage, { params: { id }, body: { text } }),
    onSuccess(_answered, { removeDraft }) {
      removeDraft()
      toast({ title: t`Message Answered`, description: t`The answer is stored with your name.` })
      setOpen(false)
    },
    onError: (error) => toastFailure(t`Answer Failed`, error, t`The message could not be answered.`),
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  })
  const ways = [
    sendsMail
      ? t`The site mails it to ${email}, without your name.`
      : t`The site sends no mail: write to ${email} from your mail program as well.`,
    ...(userId === null ? [] : [t`The sender reads it among their notices.`]),
  ]
  return (
    <Dialog
      title={
        <Trans>
          Answer <bdi>{subject}</bdi>
        </Trans>
      }
      description={ways.join(' ')}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" size="sm">
          <CornerUpLeft aria-hidden className="size-4 max-sm:hidden" />
          <Trans>
            Answer<bdi className="sr-only"> {subject}</bdi>
          </Trans>
        </Button>
      }
    >
      <TextForm
        schema={MessageReply}
        label={t`Answer`}
        submitLabel={t`Send the answer`}
        max={textLimits.staffReply.max}
        draftName={`message-answer-${id}`}
        busy={reply.isPending}
        onSubmit={reply.mutate}
      />
    </Dialog>
  )
}
