import { msg } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { AvailableLanguage, LanguagesContent } from '../../../../contract/content/settings-schemas.ts'
import { api } from '../../../platform/api.ts'
import { Badge } from '../../../ui/badge.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { languagesQuery } from './settings-query.ts'
import type { EditorForm } from './value-editor.tsx'

const defaultWord = msg({ message: 'Default', context: 'language' })

interface LanguageFieldsProps {
  readonly form: EditorForm
  readonly value: LanguagesContent
}

/** Which languages visitors can choose, and the one that everybody else gets. */
export function LanguageFields(props: LanguageFieldsProps) {
  const { t } = useLingui()
  return (
    <Loaded
      query={useQuery(languagesQuery(api))}
      failed={t`The languages could not be loaded.`}
      loading={<Skeleton className="h-80" />}
    >
      {(available) => <Choices {...props} available={available} />}
    </Loaded>
  )
}

interface Choice extends Partial<AvailableLanguage> {
  readonly tag: string
}

function Choices({
  form,
  value,
  available,
}: LanguageFieldsProps & { available: readonly AvailableLanguage[] }) {
  const { t } = useLingui()
  const id = useId()
  const { default: first, offered } = value
  // A saved one may have lost its file.
  const lost = offered.filter((tag) => !available.some((one) => one.tag === tag)).map((tag) => ({ tag }))
  const choices: Choice[] = [...available, ...lost]
  function toggle(toggled: string) {
    const next = choices.map(({ tag }) => tag).filter((tag) => offered.includes(tag) !== (tag === toggled))
    form.onChange([], { offered: next, default: next.includes(first) ? first : (next[0] ?? first) })
  }
  const wrongAt = offered.findIndex((_, at) => form.errors[`offered.${at}`] !== undefined)
  const error = form.errors.offered ?? form.errors[`offered.${wrongAt}`] ?? form.errors.default
  const wrongTag = error === undefined ? undefined : (offered[wrongAt] ?? choices[0]?.tag)
  return (
    <div>
      {error !== undefined && (
        <p id={id} role="alert" className="mb-3 font-medium text-bad text-sm">
          {error}
        </p>
      )}
      <ul className="grid gap-px overflow-hidden rounded-lg border border-line bg-line">
        {choices.map((choice) => {
          const { tag, name = tag } = choice
          const isOffered = offered.includes(tag)
          return (
            <li
              key={tag}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-ground-card p-3"
            >
              <CheckboxField
                label={
                  <>
                    <span lang={tag}>{name}</span> <span className="font-normal text-ink-faint">{tag}</span>
                  </>
                }
                hint={<Completeness {...choice} />}
                checked={isOffered}
                onChange={() => toggle(tag)}
                {...(tag === wrongTag && { 'aria-invalid': true, 'aria-errormessage': id })}
              />
              <label className="flex min-h-10 cursor-pointer items-center gap-2 text-sm has-disabled:cursor-not-allowed has-disabled:text-ink-faint">
                <input
                  type="radio"
                  name={`${id}-default`}
                  aria-label={t`Default: ${name}`}
                  checked={tag === first}
                  disabled={!isOffered}
                  onChange={() => form.onChange(['default'], tag)}
                  className="size-5 accent-ember"
                />
                {t(defaultWord)}
              </label>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function Completeness({ texts, translated, faulty }: Choice) {
  const { t, i18n } = useLingui()
  if (texts === undefined || translated === undefined || faulty === undefined)
    return <Badge tone="bad">{t`There is no file of this language`}</Badge>
  const all = i18n.number(texts)
  const done = i18n.number(translated)
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {translated === texts ? t`All ${all} texts` : t`${done} of ${all} texts, the others in English`}
      {faulty > 0 && (
        <Badge tone="bad">
          <Plural value={faulty} one="# faulty text" other="# faulty texts" />
        </Badge>
      )}
    </span>
  )
}
