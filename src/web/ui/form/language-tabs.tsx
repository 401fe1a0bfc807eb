import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useSite } from '../../platform/site.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../tabs.tsx'

/** Languages in which a text can be written beside the default one; none where there is no choice. */
export function useOtherLanguages(): readonly string[] {
  return (useSite().language?.offered ?? []).slice(1).map(({ tag }) => tag)
}

interface LanguageTabsProps {
  /** Languages whose texts were refused: the first of them is opened when that changes. */
  readonly refused: readonly string[]
  /** The form in the default language. */
  readonly children: ReactNode
  /** Its texts in another language. */
  readonly inLanguage: (tag: string) => ReactNode
}

/** Texts of a form, a tab a language. Without a choice of languages the form alone. */
export function LanguageTabs({ refused, children, inLanguage }: LanguageTabsProps) {
  const { t } = useLingui()
  const [first, ...others] = useSite().language?.offered ?? []
  const [tag, setTag] = useState(first?.tag)
  const [known, setKnown] = useState(refused.join())
  if (known !== refused.join()) {
    setKnown(refused.join())
    if (refused.length > 0 && !refused.includes(tag ?? '')) setTag(refused[0])
  }
  if (first === undefined) return children
  return (
    <Tabs value={tag ?? first.tag} onValueChange={setTag}>
      <TabList aria-label={t`Language of the words`}>
        {[first, ...others].map((one) => (
          <Tab key={one.tag} value={one.tag} lang={one.tag}>
            {one.name}
          </Tab>
        ))}
      </TabList>
      <TabPanel value={first.tag} className="grid gap-5">
        {children}
      </TabPanel>
      {others.map((one) => (
        <TabPanel key={one.tag} value={one.tag} className="grid gap-5">
          <p className="text-ink-soft text-sm">
            <Trans>A text that stays empty is shown in {{ language: first.name }}.</Trans>
          </p>
          {inLanguage(one.tag)}
        </TabPanel>
      ))}
    </Tabs>
  )
}

/** The text that a field translates. */
export const Original = ({ text }: { text: string }) => (
  <span className="wrap-anywhere block max-h-48 overflow-y-auto whitespace-pre-wrap">{text}</span>
)
