import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  canChangeSetting,
  isTranslated,
  type SettingScope,
  settingFacts,
  translatedBy,
} from '../../../../contract/content/settings.ts'
import { settingEndpoints } from '../../../../contract/content/settings-endpoints.ts'
import type { Setting } from '../../../../contract/content/settings-schemas.ts'
import { api } from '../../../platform/api.ts'
import { currentOf, refusedFields } from '../../../platform/api-error.ts'
import { type DraftTexts, useStoredDraft } from '../../../platform/forms/use-stored-draft.ts'
import { useSite } from '../../../platform/site.tsx'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { useSay } from '../../../platform/translation.tsx'
import { useViewer } from '../../../platform/viewer.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { DraftNote } from '../../../ui/form/draft-note.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { DifferenceList } from './difference-list.tsx'
import { settingForm } from './setting-forms.ts'
import { SettingHistory } from './setting-history.tsx'
import { SettingPreview } from './setting-preview.tsx'
import { SettingState } from './setting-state.tsx'
import { settingsKey, settingsQuery } from './settings-query.ts'
import { TranslationTabs } from './translation-fields.tsx'
import { isGroup, labelsIn, type Path, type Shape, withValue } from './value.ts'
import { ValueEditor } from './value-editor.tsx'

/** One setting: its fields, preview and history. */
export function SettingEditor({ scope }: { scope: SettingScope }) {
  const { t } = useLingui()
  const query = useQuery(settingsQuery(api))
  return (
    <>
      <Link
        to="/admin/settings"
        className="mb-5 inline-flex min-h-9 items-center gap-2 font-semibold text-ink-soft text-sm hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4" />
        <Trans>All settings</Trans>
      </Link>
      <Loaded
        query={query}
        failed={t`The setting could not be loaded.`}
        loading={<Skeleton className="h-96" />}
      >
        {({ scopes }) => {
          const setting =
            scopes.find((one) => one.scope === scope) ?? settingForm(scope).created?.begin(scope)
          if (setting === undefined)
            return (
              <Alert title={t`You cannot see this setting.`}>
                <Trans>Managers and Owners can.</Trans>
              </Alert>
            )
          return (
            <div className="grid gap-5">
              <TranslationTabs scope={scope} />
              <SettingForm key={scope} scope={scope} setting={setting} />
            </div>
          )
        }}
      </Loaded>
    </>
  )
}

/** The value of a draft; undefined when it cannot be read. */
function valueIn({ value }: DraftTexts): unknown {
  try {
    return JSON.parse(value ?? '')
  } catch {
    return undefined
  }
}

const hasCurrency = (value: unknown): value is { readonly currency: string } =>
  isGroup(value) && Intl.supportedValuesOf('currency').includes(String(value.currency))

/** The order of keys counts: it is that of the page. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const textOf = (target: EventTarget) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target.value : ''

function SettingForm({ scope, setting }: { scope: SettingScope; setting: Setting }) {
  const { t } = useLingui()
  const { isWordless, isUnseen = false, ...facts } = settingFacts(scope)
  const label = t(facts.label)
  const say = useSay()
  const { Fields, Below, After, withoutEntry, created } = settingForm(scope)
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const viewer = useViewer()
  const navigate = useNavigate()
  const [base, setBase] = useState(setting)
  const [value, setValue] = useState(setting.value)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [theirs, setTheirs] = useState<Setting>()
  const [sought, setSought] = useState('')
  const draft = useStoredDraft(`setting.${scope}`, (texts) => {
    const written = valueIn(texts)
    // One that is saved already, by a save that took longer than the page was open, is none.
    if (written === undefined || isSame(written, setting.value)) return draft.remove()
    setValue(written)
    // Keeps the base of the draft, so that saving it cannot silently overwrite a colleague's newer version.
    setBase((now) => ({ ...now, revision: texts.base === undefined ? null : Number(texts.base) }))
  })
  const { language } = useSite()
  const { locked } = setting
  const isPartly =
    locked !== undefined && Object.keys(setting.value as object).some((key) => !Object.hasOwn(locked, key))
  const canChange = canChangeSetting(viewer, scope)
  const canEdit = canChange && (setting.lockedBy === undefined || isPartly)
  const isChanged = !isSame(value, base.value)

  const newest = async () => {
    if (created !== undefined) void client.invalidateQueries({ queryKey: created.queryKey })
    await client.invalidateQueries({ queryKey: settingsKey })
    return client.getQueryData(settingsQuery(api).queryKey)?.scopes.find((one) => one.scope === scope)
  }
  function beginWith(now: Setting | undefined) {
    if (now === undefined) return
    setBase(now)
    setValue(now.value)
    setErrors({})
    setTheirs(undefined)
    draft.remove()
  }
  const noteSetting = useEffectEvent(() => {
    if (setting.revision !== base.revision && isSame(value, setting.value)) beginWith(setting)
  })
  // What is in the form may be saved meanwhile, by a save that took longer than an earlier visit.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer setting is the event.
  useEffect(() => noteSetting(), [setting])
  const save = useMutation({
    mutationFn: (over: Setting) =>
      api(settingEndpoints.save, { params: { scope }, body: { value, base: over.revision } }),
    async onSuccess() {
      draft.remove()
      toast({ title: t`Saved`, description: label })
      beginWith(await newest())
    },
    onError(error) {
      const current = currentOf(error) as Setting | undefined
      const fields = refusedFields(error)
      showErrors(fields)
      if (current !== undefined && current.revision !== base.revision) return setTheirs(current)
      if (Object.keys(fields).length === 0)
        toastFailure(t`Saving failed`, error, t`The setting could not be saved. Please try again.`)
      // After the fields show their errors.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    },
  })
  const undo = useMutation({
    mutationFn: (body: { to: number | null; base: number | null }) =>
      api(settingEndpoints.undo, { params: { scope }, body }),
    async onSuccess(_, { to }) {
      if (to === null && created !== undefined) {
        toast({ title: t(created.words.deleted), description: t(created.words.deletedHint) })
        draft.remove()
        await newest()
        return navigate('/admin/settings')
      }
      toast({ title: t`Changed back`, description: label })
      beginWith(await newest())
    },
    onError: (error) => toastFailure(t`Changing back failed`, error, t`Please try again.`),
  })
  const busy = save.isPending || undo.isPending

  const showErrors = (fields: Readonly<Record<string, string>>) =>
    setErrors(
      Object.fromEntries(Object.entries(fields).map(([path, text]) => [path, labelsIn(path, text, say)])),
    )

  function change(path: Path, next: unknown) {
    const of = next === undefined ? (withoutEntry?.(value, path) ?? value) : value
    const changed = withValue(of, path, next)
    setValue(changed)
    draft.save({ value: JSON.stringify(changed), base: String(base.revision ?? '') })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy && isChanged) save.mutate(base)
  }
  // While somebody types another currency, prices are shown in the last valid one.
  const currency = [value, setting.value].flatMap((one) => (hasCurrency(one) ? one.currency : []))[0]
  const fields = { errors, onChange: change, locked: setting.locked ?? {}, currency }
  const [firstError] = Object.values(errors)
  const colleague = theirs?.by ?? t`Somebody`

  return (
    <div className="grid gap-8">
      <div className="grid gap-3">
        <div>
          {created !== undefined && setting.revision === null ? (
            <Badge tone="quiet">{t(created.words.isNew)}</Badge>
          ) : (
            <SettingState setting={setting} />
          )}
        </div>
        {setting.problem !== undefined && (
          <Alert title={t`What was saved is not in use.`}>
            <Trans>
              This release cannot use it, so the site shows what was shipped: {{ problem: setting.problem }}
            </Trans>
          </Alert>
        )}
        {setting.lockedBy !== undefined && (
          <Alert tone="info" title={t`Set by ${{ lockedBy: setting.lockedBy }}`}>
            {isPartly
              ? t`What is set there cannot be changed here. Everything else can.`
              : t`Somebody changed this file or variable on the server. Change it there, or bring back the shipped file to change it here.`}
          </Alert>
        )}
        {!canChange && (
          <Alert tone="info" title={t`Only an Owner changes this.`}>
            <Trans>You can read it.</Trans>
          </Alert>
        )}
        {canEdit && !isWordless && translatedBy(scope) === undefined && language?.offered !== undefined && (
          <Alert tone="info" title={t`What you change is shown in every language as you write it.`}>
            <Trans>What you leave as it is stays translated.</Trans>
            {isTranslated(scope) && (
              <>
                {' '}
                <Trans>Write the rest under each language.</Trans>
              </>
            )}
          </Alert>
        )}
        <DraftNote restored={draft.restored} onDiscard={() => beginWith(setting)} />
      </div>
      <div
        className={classes(
          'grid gap-8',
          canChange && !isUnseen && 'xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]',
        )}
      >
        <form
          ref={form}
          onSubmit={submit}
          onFocus={({ target }) => setSought(textOf(target))}
          className="grid min-w-0 content-start gap-6"
          aria-label={label}
        >
          <fieldset disabled={!canEdit} className="min-w-0">
            <legend className="sr-only">{label}</legend>
            {Fields !== undefined ? (
              <Fields form={fields} shape={setting.shape as Shape} value={value as never} />
            ) : (
              <ValueEditor
                form={fields}
                shape={setting.shape as Shape}
                value={value}
                path={[]}
                label={label}
              />
            )}
          </fieldset>
          {Below !== undefined && <Below value={value as never} canEdit={canEdit} />}
          {firstError !== undefined && <Alert title={firstError} />}
          {theirs !== undefined && (
            <Alert
              title={
                <Trans>
                  <bdi>{colleague}</bdi> saved another version while you were writing
                </Trans>
              }
            >
              <div className="mt-3 grid gap-4">
                <DifferenceList before={theirs.value} after={value} words={[msg`theirs`, msg`yours`]} />
                <div className="flex flex-wrap gap-2">
                  <Button look="quiet" size="sm" onClick={() => beginWith(theirs)}>
                    <Trans>Take theirs</Trans>
                  </Button>
                  <Button
                    look="quiet"
                    size="sm"
                    onClick={() => {
                      setBase(theirs)
                      setTheirs(undefined)
                      save.mutate(theirs)
                    }}
                  >
                    <Trans>Save mine over it</Trans>
                  </Button>
                </div>
              </div>
            </Alert>
          )}
          {canEdit && (
            <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line-strong bg-ground-raised p-3">
              <SubmitButton busy={save.isPending} idle={!isChanged}>
                <Trans>Save</Trans>
              </SubmitButton>
              {isChanged && (
                <Button look="quiet" onClick={() => beginWith(setting)}>
                  <Trans>Discard changes</Trans>
                </Button>
              )}
              <p className="text-ink-faint text-sm">
                {isChanged
                  ? t`Not saved yet`
                  : isUnseen
                    ? t`A change is in use at once.`
                    : t`Visitors see a change on the next page they open.`}
              </p>
              {!isChanged && (save.isSuccess || undo.isSuccess) && created === undefined && !isUnseen && (
                // Name, look and words of this tab are those of its document.
                <Button look="quiet" size="sm" onClick={() => window.location.reload()}>
                  <Trans>Reload this tab to see it</Trans>
                </Button>
              )}
            </div>
          )}
        </form>
        {canChange && !isUnseen && (
          <SettingPreview scope={scope} value={value} sought={sought} onRefused={showErrors} />
        )}
      </div>
      {After !== undefined && <After canChange={canChange} saved={isChanged ? undefined : base} />}
      <section aria-label={t`History`}>
        <h2 className="mb-3 font-display text-2xl leading-none">
          <Trans>History</Trans>
        </h2>
        <SettingHistory
          scope={scope}
          given={'given' in setting ? setting.given : setting.value}
          canUndo={canEdit}
          busy={busy}
          onUndo={(change) => undo.mutate(change)}
        />
      </section>
    </div>
  )
}
