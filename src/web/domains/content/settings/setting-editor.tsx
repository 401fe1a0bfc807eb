import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { LookChoice } from '../../../../contract/content/look.ts'
import type { NavigationContent } from '../../../../contract/content/navigation-schemas.ts'
import type { OwnPageContent } from '../../../../contract/content/own-pages-schemas.ts'
import {
  canChangeSetting,
  isPageScope,
  type SettingScope,
  settingLabelOf,
} from '../../../../contract/content/settings.ts'
import { settingEndpoints } from '../../../../contract/content/settings-endpoints.ts'
import type {
  IdentityContent,
  LanguagesContent,
  Setting,
} from '../../../../contract/content/settings-schemas.ts'
import { api } from '../../../platform/api.ts'
import { currentOf, errorMessage, refusedFields } from '../../../platform/api-error.ts'
import { useSite } from '../../../platform/site.tsx'
import { toast } from '../../../platform/toasts.ts'
import { type DraftTexts, useStoredDraft } from '../../../platform/use-stored-draft.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { DraftNote } from '../../../ui/draft-note.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { DifferenceList } from './difference-list.tsx'
import { LanguageFields } from './language-fields.tsx'
import { LookFields } from './look-fields.tsx'
import { LookNote } from './look-note.tsx'
import { NavigationFields } from './navigation-fields.tsx'
import { newPage, PageFields } from './page-fields.tsx'
import { PingAddress } from './ping-address.tsx'
import { SettingHistory } from './setting-history.tsx'
import { SettingPreview } from './setting-preview.tsx'
import { SettingState } from './setting-state.tsx'
import { settingsKey, settingsQuery } from './settings-query.ts'
import { type Path, type Shape, withoutPerksOf, withValue } from './value.ts'
import { ValueEditor } from './value-editor.tsx'

/** One setting: its fields, and what it was. */
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
            scopes.find((one) => one.scope === scope) ?? (isPageScope(scope) ? newPage(scope) : undefined)
          if (setting === undefined)
            return (
              <Alert title={t`You cannot see this setting.`}>
                <Trans>Managers and Owners can.</Trans>
              </Alert>
            )
          return <SettingForm key={scope} scope={scope} setting={setting} />
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

const textOf = (target: EventTarget) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target.value : ''

function SettingForm({ scope, setting }: { scope: SettingScope; setting: Setting }) {
  const { t } = useLingui()
  const label = t(settingLabelOf(scope))
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
    if (written === undefined) return draft.remove()
    setValue(written)
    // What a colleague saved since is not overwritten unseen.
    setBase((now) => ({ ...now, revision: texts.base === undefined ? null : Number(texts.base) }))
  })
  const { language } = useSite()
  /** Whether it has words, which are in one language. */
  const isWritten = !['identity', 'look', 'links'].includes(scope)
  const isPartly = setting.locked !== undefined
  const canChange = canChangeSetting(viewer, scope)
  const canEdit = canChange && (setting.lockedBy === undefined || isPartly)
  const isChanged = JSON.stringify(value) !== JSON.stringify(base.value)

  const newest = async () => {
    if (isPageScope(scope)) void client.invalidateQueries({ queryKey: ['own-page'] })
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
  const save = useMutation({
    mutationFn: (over: Setting) =>
      api(settingEndpoints.save, { params: { scope }, body: { value, base: over.revision } }),
    async onSuccess() {
      toast({ title: t`Saved`, description: label })
      beginWith(await newest())
    },
    onError(error) {
      const current = currentOf(error) as Setting | undefined
      const fields = refusedFields(error)
      setErrors(fields)
      if (current !== undefined && current.revision !== base.revision) return setTheirs(current)
      if (Object.keys(fields).length === 0)
        toast({
          variant: 'destructive',
          title: t`Saving failed`,
          description: errorMessage(error, t`The setting could not be saved. Please try again.`),
        })
      // After the fields have said what is wrong.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    },
  })
  const undo = useMutation({
    mutationFn: (to: number | null) => api(settingEndpoints.undo, { params: { scope }, body: { to } }),
    async onSuccess(_, to) {
      if (to === null && isPageScope(scope)) {
        toast({ title: t`Page deleted`, description: t`Its address and history can be used again` })
        draft.remove()
        await newest()
        return navigate('/admin/settings')
      }
      toast({ title: t`Changed back`, description: label })
      beginWith(await newest())
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t`Changing back failed`,
        description: errorMessage(error, t`Please try again.`),
      }),
  })
  const busy = save.isPending || undo.isPending

  function change(path: Path, next: unknown) {
    const of = scope === 'shop' && next === undefined ? withoutPerksOf(value, path) : value
    const changed = withValue(of, path, next)
    setValue(changed)
    draft.save({ value: JSON.stringify(changed), base: String(base.revision ?? '') })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy && isChanged) save.mutate(base)
  }
  const fields = { errors, onChange: change, locked: setting.locked ?? {} }
  const [firstError] = Object.values(errors)
  const colleague = theirs?.by ?? t`Somebody`

  return (
    <div className="grid gap-8">
      <div className="grid gap-3">
        <div>
          {isPageScope(scope) && setting.revision === null ? (
            <Badge tone="quiet">
              <Trans>New page</Trans>
            </Badge>
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
        {canEdit && isWritten && language?.offered !== undefined && (
          <Alert tone="info" title={t`What you change is shown in every language as you write it.`}>
            <Trans>What you leave as it is stays translated.</Trans>
          </Alert>
        )}
        <DraftNote restored={draft.restored} onDiscard={() => beginWith(setting)} />
      </div>
      <div className={classes('grid gap-8', canChange && 'xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]')}>
        <form
          ref={form}
          onSubmit={submit}
          onFocus={({ target }) => setSought(textOf(target))}
          className="grid min-w-0 content-start gap-6"
          aria-label={label}
        >
          <fieldset disabled={!canEdit} className="min-w-0">
            <legend className="sr-only">{label}</legend>
            {isPageScope(scope) ? (
              <PageFields form={fields} value={value as OwnPageContent} />
            ) : scope === 'navigation' ? (
              <NavigationFields form={fields} value={value as NavigationContent} />
            ) : scope === 'languages' ? (
              <LanguageFields form={fields} value={value as LanguagesContent} />
            ) : scope === 'look' ? (
              <LookFields form={fields} shape={setting.shape as Shape} value={value as LookChoice} />
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
          {scope === 'look' && <LookNote {...(value as LookChoice)} />}
          {scope === 'identity' && canEdit && <PingAddress {...(value as IdentityContent)} />}
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
                {isChanged ? t`Not saved yet` : t`Visitors see a change on the next page they open.`}
              </p>
              {!isChanged && (save.isSuccess || undo.isSuccess) && !isPageScope(scope) && (
                // Name, look and words came with the document of this tab.
                <Button look="quiet" size="sm" onClick={() => window.location.reload()}>
                  <Trans>Reload this tab to see it</Trans>
                </Button>
              )}
            </div>
          )}
        </form>
        {canChange && <SettingPreview scope={scope} value={value} sought={sought} />}
      </div>
      <section aria-label={t`History`}>
        <h2 className="mb-3 font-display text-2xl leading-none">
          <Trans>History</Trans>
        </h2>
        <SettingHistory scope={scope} canUndo={canEdit} busy={busy} onUndo={(to) => undo.mutate(to)} />
      </section>
    </div>
  )
}
