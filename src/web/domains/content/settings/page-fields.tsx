import { useLingui } from '@lingui/react/macro'
import { ownPageLimits } from '../../../../contract/content/own-pages.ts'
import type { OwnPageContent } from '../../../../contract/content/own-pages-schemas.ts'
import type { Setting } from '../../../../contract/content/settings-schemas.ts'
import { codePoints } from '../../../../contract/text.ts'
import { useLocale } from '../../../platform/translation.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Textarea } from '../../../ui/form/textarea.tsx'
import { formatCount } from '../../../ui/format-count.ts'
import type { EditorForm } from './value-editor.tsx'

/** A page that nobody has saved yet. */
export const newPage = (scope: string): Setting => ({
  scope,
  value: { title: '', description: null, text: '', isPublished: false } satisfies OwnPageContent,
  revision: null,
  source: 'shipped',
  by: null,
  at: null,
  shape: {},
})

interface PageFieldsProps {
  readonly form: EditorForm
  readonly value: OwnPageContent
}

/** The fields of a page made by staff. */
export function PageFields({ form: { errors, onChange }, value }: PageFieldsProps) {
  const { t } = useLingui()
  const locale = useLocale()
  return (
    <div className="grid gap-5">
      <TextField
        label={t`Title`}
        maxLength={ownPageLimits.title * 2}
        value={value.title}
        error={errors.title}
        onChange={({ target }) => onChange(['title'], target.value)}
      />
      <TextField
        label={t`Description`}
        hint={t`For search engines and shared links. May be empty.`}
        value={value.description ?? ''}
        error={errors.description}
        onChange={({ target }) => onChange(['description'], target.value === '' ? null : target.value)}
      />
      <Textarea
        label={t`Text`}
        hint={`${t`Markdown, as in news: **bold**, [link](/rules), - list, ## heading.`} ${formatCount(codePoints(value.text), locale)}/${formatCount(ownPageLimits.text, locale)}`}
        rows={16}
        className="[field-sizing:content] min-h-72"
        value={value.text}
        error={errors.text}
        onChange={({ target }) => onChange(['text'], target.value)}
      />
      <CheckboxField
        label={t`Published`}
        hint={t`Only admins see a draft. A published page is in the sitemap. Link it in the navigation.`}
        checked={value.isPublished}
        error={errors.isPublished}
        onChange={({ target }) => onChange(['isPublished'], target.checked)}
      />
    </div>
  )
}
