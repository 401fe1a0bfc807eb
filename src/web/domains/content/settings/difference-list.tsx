import { Trans, useLingui } from '@lingui/react/macro'
import type { Text } from '../../../../contract/languages.ts'
import { useLocale, useSay } from '../../../platform/translation.tsx'
import { keyWords } from './key-words.ts'
import { differences, textOf } from './value.ts'
import { writtenPrice } from './written-price.ts'

/** Long texts are cut here: the list says where something changed, not all of it. */
const maxShown = 300

const shown = (text: string) => (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text)

/** What differs between two values of a setting, one entry per single value. */
export function DifferenceList({
  before,
  after,
  words,
}: {
  before: unknown
  after: unknown
  /** What the two are called: `before` and `now`. */
  words: readonly [Text, Text]
}) {
  const { t } = useLingui()
  const say = useSay()
  const locale = useLocale()
  const { currency } = Object(after ?? before) as { readonly currency?: string }
  const show = (value: unknown, labels: readonly Text[]) =>
    typeof value === 'number' && typeof currency === 'string' && labels.at(-1) === keyWords.cents
      ? writtenPrice(value, currency, locale)
      : textOf(value)
  const all = differences(before, after, show).map(({ labels, ...texts }) => ({
    ...texts,
    label: labels.map((label) => say(label)).join(' · ') || t`Value`,
  }))
  if (all.length === 0)
    return (
      <p className="text-ink-soft text-sm">
        <Trans>Nothing differs.</Trans>
      </p>
    )
  return (
    <ul className="grid gap-3 text-sm">
      {all.map(({ label, before, after }) => (
        <li key={label} className="min-w-0">
          <p className="font-semibold">{label}</p>
          {[
            [say(words[0]), before],
            [say(words[1]), after],
          ].map(([word, text = '']) => (
            <p key={word} className="wrap-anywhere text-ink-soft">
              <span className="text-ink-faint">{word}: </span>
              {text === '' ? t`nothing` : shown(text)}
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}
