import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { MailContent } from '../../../../contract/content/settings-schemas.ts'
import type { Message } from '../../../../contract/languages.ts'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { EditorForm } from './value-editor.tsx'

const encryptions: readonly { readonly value: MailContent['encryption']; readonly label: Message }[] = [
  { value: 'starttls', label: msg`STARTTLS, usually with port 587` },
  { value: 'tls', label: msg`TLS from the start, usually with port 465` },
  { value: 'none', label: msg`None, only within your own network` },
]

interface TextEvent {
  readonly target: { readonly value: string }
}

interface MailFieldsProps {
  readonly form: EditorForm
  readonly value: MailContent
}

/** The mail server, and the addresses that mails of the site come from and go to. */
export function MailFields({ form, value }: MailFieldsProps) {
  const { t } = useLingui()
  const field = (key: keyof MailContent, hint?: string) => {
    const lock = form.locked[key]
    return {
      error: form.errors[key],
      hint: lock === undefined ? hint : t`Set by ${lock}: change it there.`,
      readOnly: lock !== undefined,
    }
  }
  const text = (key: 'host' | 'sender' | 'contactMessagesTo', hint?: string) => {
    const set = (typed: string) =>
      typed !== (value[key] ?? '') && form.onChange([key], typed === '' ? null : typed)
    return {
      ...field(key, hint),
      value: value[key] ?? '',
      // A name before the address may have spaces: their ends are only known when the field is left.
      onChange: ({ target }: TextEvent) =>
        set(key === 'host' ? target.value.trim() : target.value.trimStart()),
      onBlur: ({ target }: TextEvent) => set(target.value.trim()),
    }
  }
  const { readOnly: isLocked, ...encryption } = field('encryption')
  const { readOnly: isSignInLocked, ...signsIn } = field(
    'signsIn',
    t`Off only for a server that takes mail without a user name. Otherwise mail waits until the sign-in below is entered.`,
  )
  return (
    <div className="grid gap-5">
      <TextField
        label={t`Mail server`}
        {...text('host', t`Empty: the site sends no mail. Your provider calls it the SMTP host.`)}
      />
      <TextField
        label={t`Port`}
        inputMode="numeric"
        {...field('port')}
        value={String(value.port)}
        onChange={({ target }) =>
          form.onChange(['port'], /^[0-9]+$/.test(target.value) ? Number(target.value) : target.value)
        }
      />
      <Select
        label={t`Encryption`}
        {...encryption}
        options={encryptions}
        value={value.encryption}
        disabled={isLocked}
        onValueChange={(next) => form.onChange(['encryption'], next)}
      />
      <CheckboxField
        label={t`Sign in at the mail server`}
        {...signsIn}
        checked={value.signsIn}
        disabled={isSignInLocked}
        onChange={({ target }) => form.onChange(['signsIn'], target.checked)}
      />
      <TextField
        label={t`Sender`}
        {...text('sender', t`The address that mails come from, with a name before it or without.`)}
      />
      <TextField
        label={t`Contact messages go to`}
        {...text('contactMessagesTo', t`Empty: they are stored at Admin → Messages, and not mailed.`)}
      />
    </div>
  )
}
