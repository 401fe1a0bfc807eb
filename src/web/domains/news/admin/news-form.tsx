import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { ChangeEvent } from 'react'
import { newsLimits, slugOf } from '../../../../contract/news/news.ts'
import { newsEndpoints } from '../../../../contract/news/news-endpoints.ts'
import { NewNews, type NewsRecord, type NewsWords } from '../../../../contract/news/news-schemas.ts'
import { ownValue } from '../../../../contract/own-value.ts'
import { codePoints } from '../../../../contract/text.ts'
import { api } from '../../../platform/api.ts'
import { useFormDraft } from '../../../platform/forms/use-form-draft.ts'
import { useRecordForm } from '../../../platform/forms/use-record-form.ts'
import { FormActions } from '../../../ui/dialog.tsx'
import { DraftNote } from '../../../ui/form/draft-note.tsx'
import { LanguageTabs, Original, useOtherLanguages } from '../../../ui/form/language-tabs.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Textarea } from '../../../ui/form/textarea.tsx'
import { type Difference, StaleNote } from '../../../ui/list/stale-note.tsx'
import { NewsPreview } from './news-preview.tsx'
import { refetchNews } from './news-records.ts'

const textsOf = (record: NewsRecord | NewsWords[string] | undefined) => ({
  title: record?.title ?? '',
  summary: record?.summary ?? '',
  markdown: record?.markdown ?? '',
})

const valuesIn = (languages: readonly string[]) => (record: NewsRecord | undefined) => ({
  ...textsOf(record),
  slug: record?.slug ?? '',
  ...(languages.length > 0 && {
    words: Object.fromEntries(languages.map((tag) => [tag, textsOf(ownValue(record?.words, tag))])),
  }),
})

/** What a draft stores of them, by name. */
const draftOf = ({ words = {}, ...texts }: ReturnType<ReturnType<typeof valuesIn>>) => ({
  ...texts,
  ...Object.fromEntries(
    Object.entries(words).flatMap(([tag, said]) =>
      Object.entries(said).map(([name, text]) => [`words.${tag}.${name}`, text]),
    ),
  ),
})

const isSameWords = (before: NewsRecord, now: NewsRecord) =>
  JSON.stringify(before.words) === JSON.stringify(now.words)

const titlesOf = ({ words }: NewsRecord) =>
  Object.entries(words)
    .map(([tag, { title }]) => (title === undefined ? tag : `${tag}: ${title}`))
    .join(', ')

/** Returns what somebody else changed. */
const differences = (before: NewsRecord, now: NewsRecord): Difference[] =>
  [
    before.title !== now.title && { label: msg`Title`, now: now.title },
    before.slug !== now.slug && { label: msg`Address`, now: now.slug },
    before.summary !== now.summary && { label: msg`Summary`, now: now.summary },
    before.markdown !== now.markdown && { label: msg`Text`, now: now.markdown },
    !isSameWords(before, now) && { label: msg`In other languages`, now: titlesOf(now) },
    before.state !== now.state && { label: msg`State`, now: now.state },
  ].filter((difference) => difference !== false)

interface NewsFormProps {
  /** Omit it for a new item. */
  readonly record?: NewsRecord | undefined
  readonly onDone: () => void
}

/** Writes an item. What was typed is stored in the browser until it is saved. */
export function NewsForm({ record, onDone }: NewsFormProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const languages = useOtherLanguages()
  const valuesOf = valuesIn(languages)
  const form = useRecordForm({
    record,
    schema: NewNews,
    valuesOf,
    create: (body) => api(newsEndpoints.create, { body }),
    update: ({ id, version }, change) =>
      api(newsEndpoints.update, { params: { id }, body: change, ifMatch: version }),
    refetch() {
      draft.remove()
      return refetchNews(client)
    },
    words: {
      created: msg`News item created`,
      updated: msg`News item updated`,
      failed: msg`The news item could not be saved. Please try again.`,
    },
    titleOf: ({ title }) => title,
    onDone,
  })
  const draft = useFormDraft(form, `news-${record?.id ?? 'new'}`, draftOf(valuesOf(record)))
  const { conflict, field } = form
  const title = field('title')

  /** The address follows the title until it is written by hand. */
  function changeTitle(event: ChangeEvent<HTMLInputElement>) {
    const { title: before, slug } = form.getValues()
    if (record === undefined && slug === slugOf(before)) form.setValue('slug', slugOf(event.target.value))
    return title.onChange(event)
  }

  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <DraftNote restored={draft.restored} onDiscard={draft.discard} />
      <LanguageTabs
        refused={Object.keys(form.formState.errors.words ?? {})}
        inLanguage={(tag) => (
          <>
            <TextField
              label={t`Title`}
              lang={tag}
              hint={<Original text={form.watch('title')} />}
              {...field(`words.${tag}.title`)}
            />
            <Textarea
              label={t`Summary`}
              lang={tag}
              rows={2}
              hint={<Original text={form.watch('summary')} />}
              {...field(`words.${tag}.summary`)}
            />
            <Textarea
              label={t`Text`}
              lang={tag}
              rows={14}
              className="font-mono text-sm"
              hint={<Original text={form.watch('markdown')} />}
              {...field(`words.${tag}.markdown`)}
            />
            <NewsPreview
              markdownNow={() => form.getValues(`words.${tag}.markdown`) || form.getValues('markdown')}
            />
          </>
        )}
      >
        <TextField label={t`Title`} required {...title} onChange={changeTitle} />
        <TextField
          label={t`Address`}
          required
          readOnly={record?.wasPublished}
          hint={
            record?.wasPublished
              ? t`It stays, because links lead to it`
              : t`The end of the page’s address: /news/…`
          }
          {...field('slug')}
        />
        <Textarea
          label={t`Summary`}
          rows={2}
          required
          hint={t`For lists, notifications and search engines: ${{ length: codePoints(form.watch('summary')) }}/${{ max: newsLimits.summary }}`}
          {...field('summary')}
        />
        <Textarea
          label={t`Text`}
          rows={14}
          required
          className="font-mono text-sm"
          hint={`Markdown: ${codePoints(form.watch('markdown'))}/${newsLimits.markdown}`}
          {...field('markdown')}
        />
        <NewsPreview markdownNow={() => form.getValues('markdown')} />
      </LanguageTabs>
      {conflict && (
        <StaleNote
          differences={differences(conflict.base, conflict.theirs)}
          onTakeTheirs={conflict.takeTheirs}
          onKeepMine={conflict.keepMine}
        />
      )}
      <FormActions busy={form.isSaving}>{record === undefined ? t`Save draft` : t`Save changes`}</FormActions>
    </form>
  )
}
