import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import {
  type NavigationEntry,
  type SitePart,
  shippedFooter,
  shippedHeader,
  siteParts,
} from '../../../../contract/content/navigation.ts'
import {
  linkablePaths,
  type NavigationContent,
  navigationLimits,
} from '../../../../contract/content/navigation-schemas.ts'
import { ownPagePath } from '../../../../contract/content/own-pages.ts'
import type { OwnPageContent } from '../../../../contract/content/own-pages-schemas.ts'
import { isPageScope, slugOfScope } from '../../../../contract/content/settings.ts'
import type { Message } from '../../../../contract/languages.ts'
import { api } from '../../../platform/api.ts'
import { labelOf } from '../../../platform/shipped-labels.ts'
import { useSay } from '../../../platform/translation.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { settingsQuery } from './settings-query.ts'
import { moved } from './value.ts'
import { type EditorForm, EntryButton } from './value-editor.tsx'

const partWords: Readonly<Record<SitePart, readonly [label: Message, hint: Message]>> = {
  shop: [msg`Shop`, msg`The shop, its ranks on Home, and all perks`],
  events: [msg`Events`, msg`The events page and registration. Staff can go on preparing events.`],
  social: [msg`Social feed`, msg`The feed, and the page of each post`],
  status: [msg`Status page`, msg`How many play and how often the game server answered, at /status`],
  apply: [msg`Staff applications`, msg`The form. Staff still see what was sent.`],
}

const lists = [
  ['header', msg`Header`, navigationLimits.header],
  ['footer', msg`Footer`, navigationLimits.footer],
] as const

const listWords = {
  header: {
    up: (name: string) => msg`Move ${name} up in header`,
    down: (name: string) => msg`Move ${name} down in header`,
    remove: (name: string) => msg`Remove ${name} from header`,
    add: msg`Add to header`,
  },
  footer: {
    up: (name: string) => msg`Move ${name} up in footer`,
    down: (name: string) => msg`Move ${name} down in footer`,
    remove: (name: string) => msg`Remove ${name} from footer`,
    add: msg`Add to footer`,
  },
} as const

interface NavigationFieldsProps {
  readonly form: EditorForm
  readonly value: NavigationContent
}

/** Header and footer, entry by entry, and the parts of the site that are switched off. */
export function NavigationFields({ form, value }: NavigationFieldsProps) {
  const { t } = useLingui()
  const targets = useTargets()
  return (
    <div className="grid gap-8">
      {lists.map(([list, label, max]) => (
        <EntryList
          key={list}
          form={form}
          list={list}
          label={t(label)}
          max={max}
          entries={value[list]}
          targets={targets}
        />
      ))}
      <fieldset className="min-w-0 border-line border-s-2 ps-4">
        <legend className="mb-3 font-bold">
          <Trans>Parts of the site</Trans>
        </legend>
        <p className="mb-4 text-ink-soft text-sm">
          <Trans>A part that is off shows a 404, is not in the sitemap, and is linked nowhere.</Trans>
        </p>
        <div className="grid gap-4">
          {siteParts.map((part) => (
            <CheckboxField
              key={part}
              label={partWords[part][0]}
              hint={partWords[part][1]}
              checked={!value.off.includes(part)}
              onChange={({ target }) =>
                form.onChange(
                  ['off'],
                  siteParts.filter((one) => (one === part ? !target.checked : value.off.includes(one))),
                )
              }
            />
          ))}
        </div>
      </fieldset>
    </div>
  )
}

interface Target {
  readonly value: string
  readonly label: string
}

const shippedLabels: ReadonlyMap<string, string> = new Map(
  [...shippedHeader, ...shippedFooter].map(({ label, to }) => [to, label]),
)

/** Pages that an entry can lead to: the site's, and the network's own. */
function useTargets(): readonly Target[] {
  const { t } = useLingui()
  const say = useSay()
  const { data } = useQuery(settingsQuery(api))
  const own = (data?.scopes ?? []).flatMap(({ scope, value }) => {
    if (!isPageScope(scope)) return []
    const { title, isPublished } = value as OwnPageContent
    const path = ownPagePath(slugOfScope(scope))
    return [
      { value: path, label: isPublished ? `${title} · ${path}` : t`${title} (draft, not shown) · ${path}` },
    ]
  })
  const site = linkablePaths.map((path) => {
    const label = shippedLabels.get(path)
    return { value: path, label: label === undefined ? path : `${say(labelOf(label))} · ${path}` }
  })
  return [...site, ...own]
}

interface EntryListProps {
  readonly form: EditorForm
  readonly list: 'header' | 'footer'
  readonly label: string
  readonly max: number
  readonly entries: readonly NavigationEntry[]
  readonly targets: readonly Target[]
}

function EntryList({ form, list, label, max, entries, targets }: EntryListProps) {
  const { t } = useLingui()
  const words = listWords[list]
  const set = (next: readonly NavigationEntry[]) => form.onChange([list], next)
  const error = form.errors[list]
  return (
    <fieldset className="min-w-0 border-line border-s-2 ps-4">
      <legend className="mb-3 font-bold">
        {label}{' '}
        <span className="font-normal text-ink-faint text-sm">
          <Trans>
            {{ length: entries.length }} of {max}
          </Trans>
        </span>
      </legend>
      {error !== undefined && (
        <p role="alert" className="mb-3 font-medium text-bad text-sm">
          {error}
        </p>
      )}
      <ol className="grid gap-3">
        {entries.map((entry, at) => {
          const named = entry.label || t`entry`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no key of their own, and every field is controlled.
            <li key={at} className="grid gap-3 rounded-lg border border-line bg-ground-card p-3">
              <EntryFields
                form={form}
                path={[list, at]}
                name={`${label} ${at + 1}`}
                entry={entry}
                targets={targets}
              />
              <div className="flex gap-1">
                <EntryButton
                  label={t(words.up(named))}
                  icon={ArrowUp}
                  off={at === 0}
                  onPress={() => set(moved(entries, at, at - 1))}
                />
                <EntryButton
                  label={t(words.down(named))}
                  icon={ArrowDown}
                  off={at === entries.length - 1}
                  onPress={() => set(moved(entries, at, at + 1))}
                />
                <EntryButton
                  label={t(words.remove(named))}
                  icon={Trash2}
                  onPress={() => set(entries.filter((_, other) => other !== at))}
                />
              </div>
            </li>
          )
        })}
      </ol>
      {entries.length < max && (
        <Button
          look="quiet"
          size="sm"
          className="mt-4"
          onClick={() => set([...entries, { label: '', to: '/news' }])}
        >
          <Plus aria-hidden className="size-4" />
          {t(words.add)}
        </Button>
      )}
    </fieldset>
  )
}

const otherSite = 'https://'

interface EntryFieldsProps {
  readonly form: EditorForm
  readonly path: readonly [string, number]
  readonly name: string
  readonly entry: NavigationEntry
  readonly targets: readonly Target[]
}

function EntryFields({ form, path, name, entry, targets }: EntryFieldsProps) {
  const { t } = useLingui()
  const isPath = entry.to.startsWith('/')
  const options = [
    ...targets,
    // Of a page that was deleted since.
    ...(isPath && !targets.some(({ value }) => value === entry.to)
      ? [{ value: entry.to, label: t`${{ path: entry.to }} (not there)` }]
      : []),
    { value: otherSite, label: t`An address of another site` },
  ]
  const error = form.errors[`${path.join('.')}.to`]
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        label={t`${name}: label`}
        value={entry.label}
        error={form.errors[`${path.join('.')}.label`]}
        onChange={({ target }) => form.onChange([...path, 'label'], target.value)}
      />
      <Select
        label={t`${name}: leads to`}
        options={options}
        value={isPath ? entry.to : otherSite}
        error={isPath ? error : undefined}
        onValueChange={(to) => form.onChange([...path, 'to'], to)}
      />
      {!isPath && (
        <TextField
          label={t`${name}: address`}
          className="sm:col-span-2"
          inputMode="url"
          value={entry.to}
          error={error}
          onChange={({ target }) =>
            form.onChange(
              [...path, 'to'],
              target.value.startsWith('/') ? `${otherSite}${target.value}` : target.value,
            )
          }
        />
      )}
    </div>
  )
}
