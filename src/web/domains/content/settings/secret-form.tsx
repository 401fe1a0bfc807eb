import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { canChangeSecrets, type SecretName } from '../../../../contract/content/secrets.ts'
import { secretEndpoints } from '../../../../contract/content/secrets-endpoints.ts'
import type { Secret } from '../../../../contract/content/secrets-schemas.ts'
import { ownValue } from '../../../../contract/own-value.ts'
import { api } from '../../../platform/api.ts'
import { refusedFields } from '../../../platform/api-error.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { Time } from '../../../ui/time.tsx'
import { secretsQuery } from './settings-query.ts'

interface SecretField {
  /** Of the value; absent where the secret is one text. */
  readonly key?: string
  readonly label: string
  readonly isHidden?: boolean
  readonly placeholder?: string
}

interface SecretFormProps {
  readonly name: SecretName
  readonly label: string
  readonly fields: readonly SecretField[]
  /** The page already says whether it is in use. */
  readonly hasOwnState?: boolean
  /** Of the mail server that a sign-in is for. */
  readonly mailRevision?: number | null | undefined
  /** That setting has to be saved before. */
  readonly isWaiting?: boolean
  /** After it was replaced or removed. */
  readonly onChanged?: () => unknown
}

/** A secret of the site: whether it is set, and for Owners fields to replace it. What it is never comes back. */
export function SecretForm(props: SecretFormProps) {
  const { t } = useLingui()
  return (
    <Loaded
      query={useQuery(secretsQuery(api))}
      failed={t`The list of secrets could not be loaded.`}
      loading={<Skeleton className="h-20" />}
    >
      {({ secrets }) => {
        const secret = secrets.find(({ name }) => name === props.name)
        return secret === undefined ? null : <StoredSecret {...props} secret={secret} />
      }}
    </Loaded>
  )
}

function StoredSecret({
  name,
  label,
  fields,
  hasOwnState = false,
  mailRevision,
  isWaiting = false,
  onChanged,
  secret,
}: SecretFormProps & { secret: Secret }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const canChange = canChangeSecrets(useViewer()) && secret.lockedBy === undefined
  const [isReplacing, setReplacing] = useState(false)
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const textOf = ({ key = 'value' }: SecretField) => ownValue(texts, key) ?? ''
  const isComplete = fields.every((field) => textOf(field) !== '')
  const save = useMutation({
    mutationFn: (value: unknown) =>
      api(secretEndpoints.save, { params: { name }, body: { value, mailRevision } }),
    async onSuccess(_, value) {
      forget()
      toast({ title: value === null ? t`Removed` : t`Saved`, description: label })
      await Promise.all([client.invalidateQueries(secretsQuery(api)), onChanged?.()])
    },
    onError(error) {
      const refused = refusedFields(error)
      setErrors(refused)
      if (Object.keys(refused).length === 0)
        toastFailure(t`Saving failed`, error, t`It could not be saved. Please try again.`)
    },
  })
  function forget() {
    setReplacing(false)
    setTexts({})
    setErrors({})
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (save.isPending || !isComplete || isWaiting) return
    save.mutate(fields[0]?.key === undefined ? texts.value : texts)
  }
  const isShown = canChange && (isReplacing || secret.state !== 'set')
  return (
    <form onSubmit={submit} aria-label={label} className="grid w-full justify-items-start gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm empty:hidden">
        {(!hasOwnState || secret.state === 'unreadable') && <SecretState secret={secret} />}
        {secret.state === 'set' && secret.at !== null && (
          <span className="text-ink-faint text-xs">
            <Time iso={secret.at} />
          </span>
        )}
      </p>
      {secret.lockedBy !== undefined && (
        <p className="wrap-anywhere text-ink-soft text-sm">
          <Trans>Set by {{ lock: secret.lockedBy }}: change it there.</Trans>
        </p>
      )}
      {secret.state === 'unreadable' && secret.lockedBy === undefined && (
        <p className="text-bad text-sm">
          {name === 'mail' ? (
            <Trans>
              It was entered for another mail server, or encrypted with another key. Enter it again, or remove
              it.
            </Trans>
          ) : (
            <Trans>It was encrypted with another key. Enter it again, or remove it.</Trans>
          )}
        </p>
      )}
      {!canChange && secret.lockedBy === undefined && (
        <p className="text-ink-soft text-sm">
          <Trans>Only an Owner changes this.</Trans>
        </p>
      )}
      {isShown && isWaiting && (
        <p className="text-ink-soft text-sm">
          <Trans>Save your changes above first.</Trans>
        </p>
      )}
      {isShown &&
        fields.map((field) => (
          <div key={field.label} className="w-full max-w-md">
            <TextField
              label={field.label}
              type={field.isHidden ? 'password' : 'text'}
              autoComplete={field.isHidden ? 'new-password' : 'off'}
              placeholder={field.placeholder}
              error={ownValue(errors, field.key ?? 'value')}
              value={textOf(field)}
              onChange={({ target }) => setTexts({ ...texts, [field.key ?? 'value']: target.value })}
            />
          </div>
        ))}
      {canChange && (
        <div className="flex flex-wrap gap-2">
          {isShown ? (
            <SubmitButton size="sm" busy={save.isPending} idle={!isComplete || isWaiting}>
              <Trans>Save</Trans>
            </SubmitButton>
          ) : (
            <Button look="quiet" size="sm" onClick={() => setReplacing(true)}>
              <Trans>Replace</Trans>
            </Button>
          )}
          {isReplacing && (
            <Button look="quiet" size="sm" onClick={forget}>
              <Trans>Cancel</Trans>
            </Button>
          )}
          {secret.state !== 'unset' && !isReplacing && (
            <Confirm
              title={t`Remove this?`}
              description={t`The site cannot show it to you. To use it again you have to enter it again.`}
              confirmLabel={t`Remove`}
              trigger={
                <Button look="quiet" size="sm">
                  <Trans>Remove</Trans>
                </Button>
              }
              onConfirm={() => save.mutate(null)}
            />
          )}
        </div>
      )}
    </form>
  )
}

function SecretState({ secret: { state, lockedBy } }: { secret: Secret }) {
  const { t } = useLingui()
  if (state === 'set' || lockedBy !== undefined) return <Badge tone="good">{t`Set`}</Badge>
  if (state === 'unset') return <Badge tone="quiet">{t`Not set`}</Badge>
  return <Badge tone="bad">{t`Not in use`}</Badge>
}
