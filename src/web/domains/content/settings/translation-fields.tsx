import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import {
  isTranslated,
  type SettingScope,
  translatedBy,
  wordsScopeOf,
} from '../../../../contract/content/settings.ts'
import type { Setting, TranslationContent } from '../../../../contract/content/settings-schemas.ts'
import { placeOf, textsIn } from '../../../../contract/content/translated-texts.ts'
import { ownValue } from '../../../../contract/own-value.ts'
import { api } from '../../../platform/api.ts'
import { useSite } from '../../../platform/site.tsx'
import { useSay } from '../../../platform/translation.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Textarea } from '../../../ui/form/textarea.tsx'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { givenQuery, settingsQuery } from './settings-query.ts'
import { kindsOf, labelOf, type Path, type Shape } from './value.ts'
import type { EditorForm } from './value-editor.tsx'

/** Words that nobody has saved yet. */
export const newTranslation = (scope: string): Setting => ({
  scope,
  value: [] satisfies TranslationContent,
  revision: null,
  source: 'shipped',
  by: null,
  at: null,
  shape: {},
})

/** Leads from a setting to its words in each language, where there is a choice of languages. */
export function TranslationTabs({ scope }: { scope: SettingScope }) {
  const { t } = useLingui()
  const [first, ...others] = useSite().language?.offered ?? []
  const { of = scope, tag = first?.tag } = translatedBy(scope) ?? {}
  if (first === undefined || !isTranslated(of)) return null
  const tabs = [{ ...first, to: of }, ...others.map((one) => ({ ...one, to: wordsScopeOf(of, one.tag) }))]
  return (
    <nav aria-label={t`Language of the words`}>
      <ul className="flex w-fit max-w-full flex-wrap gap-1 rounded-md border border-line bg-ground-band p-1">
        {tabs.map((one) => (
          <li key={one.tag}>
            <Link
              to={`/admin/settings/${one.to}`}
              lang={one.tag}
              aria-current={one.tag === tag ? 'page' : undefined}
              className={classes(
                'inline-flex min-h-9 items-center rounded-sm px-3.5 font-semibold text-sm',
                one.tag === tag
                  ? 'bg-ground-raised text-ink shadow-[inset_0_-2px_0_var(--color-ink)]'
                  : 'text-ink-soft hover:text-ink',
              )}
            >
              {one.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The shape of a text, by which words are told from choices, colours and addresses. */
function shapeAt(shape: Shape, [step, ...rest]: Path): Shape {
  const kinds = kindsOf(shape).kinds
  if (step === undefined) return kinds.find(({ type }) => type === 'string') ?? {}
  const below =
    typeof step === 'number'
      ? kinds.find(({ items }) => items !== undefined)?.items
      : kinds
          .map(({ properties, additionalProperties }) => ownValue(properties, step) ?? additionalProperties)
          .find((one): one is Shape => typeof one === 'object')
  return below === undefined ? {} : shapeAt(below, rest)
}

const isWord = ({ enum: choices, format }: Shape) => choices === undefined && format === undefined

interface TranslationFieldsProps {
  readonly form: EditorForm
  readonly value: TranslationContent
}

/** A field for each text of a setting, to be written in another language. An empty one is said in the default language. */
export function TranslationFields({ form, value }: TranslationFieldsProps) {
  const { t } = useLingui()
  const { scope = '' } = useParams()
  const { of, tag } = translatedBy(scope) ?? {}
  const { data } = useQuery(settingsQuery(api))
  const given = useQuery(givenQuery(api, scope))
  const setting = data?.scopes.find((one) => one.scope === of)
  if (given.error !== null)
    return (
      <ErrorView
        title={t`The words of the language could not be loaded.`}
        message={given.error.message}
        onRetry={() => void given.refetch()}
      />
    )
  if (setting === undefined || given.data === undefined) return <Skeleton className="h-96" />
  const all = textsIn(setting.value).filter(({ path }) => isWord(shapeAt(setting.shape as Shape, path)))
  const texts = [...new Map(all.map((one) => [`${placeOf(one.path)}\n${one.text}`, one])).values()]
  const find = (list: TranslationContent, path: Path, text: string) =>
    list.find((one) => one.at === placeOf(path) && one.text === text)?.said
  const isUsed = ({ at, text }: TranslationContent[number]) =>
    texts.some((one) => placeOf(one.path) === at && one.text === text)
  const unused = value.filter((one) => !isUsed(one))
  const count = unused.length
  const missing = texts.filter(
    ({ path, text }) => find(value, path, text) === undefined && find(given.data, path, text) === undefined,
  ).length
  const write = (path: Path, text: string, said: string) => {
    const at = placeOf(path)
    const rest = value.filter((one) => one.at !== at || one.text !== text)
    form.onChange([], said === '' ? rest : [...rest, { at, text, said }])
  }
  return (
    <div className="grid gap-6">
      <p className="text-ink-soft text-sm">
        {missing === 0 ? (
          <Trans>All texts are translated.</Trans>
        ) : (
          <Plural
            value={missing}
            one="# text is in the default language."
            other="# texts are in the default language."
          />
        )}
      </p>
      {texts.map(({ path, text }) => (
        <TextInLanguage
          key={path.join('.')}
          path={path}
          text={text}
          tag={tag}
          said={find(value, path, text) ?? ''}
          given={find(given.data, path, text)}
          earlier={unused.find(({ at }) => at === placeOf(path))?.said}
          onChange={(said) => write(path, text, said)}
        />
      ))}
      {count > 0 && (
        <div className="grid justify-items-start gap-3 text-ink-soft text-sm">
          <p>
            <Plural
              value={count}
              one="# translation is of a text that was changed. It is shown to nobody."
              other="# translations are of texts that were changed. They are shown to nobody."
            />
          </p>
          <Button look="quiet" size="sm" onClick={() => form.onChange([], value.filter(isUsed))}>
            <Trans>Remove them</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}

interface TextInLanguageProps {
  readonly path: Path
  readonly text: string
  readonly tag: string | undefined
  readonly said: string
  /** What a file or the release says. */
  readonly given: string | undefined
  /** The translation of a text that was here before. */
  readonly earlier: string | undefined
  readonly onChange: (said: string) => void
}

/** Longer texts get lines. */
const maxLineLength = 60

function TextInLanguage({ path, text, tag, said, given, earlier, onChange }: TextInLanguageProps) {
  const say = useSay()
  const label = path
    .map((step) => (typeof step === 'number' ? String(step + 1) : say(labelOf(step))))
    .join(' · ')
  const field = {
    label,
    hint: <span className="wrap-anywhere block max-h-48 overflow-y-auto whitespace-pre-wrap">{text}</span>,
    lang: tag,
    placeholder: given,
    value: said,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  return (
    <div className="grid gap-2">
      {text.length > maxLineLength ? (
        <Textarea {...field} className="[field-sizing:content] min-h-20" rows={2} />
      ) : (
        <TextField {...field} />
      )}
      {said === '' && earlier !== undefined && (
        <Button look="quiet" size="sm" className="justify-self-start" onClick={() => onChange(earlier)}>
          <Trans>Start from the earlier translation</Trans>
        </Button>
      )}
    </div>
  )
}
