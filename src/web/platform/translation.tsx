import { type I18n, type MessageDescriptor, type Messages, setupI18n } from '@lingui/core'
import { TransNoContext, type TransProps, type TransRenderProps } from '@lingui/react/server'
import { createContext, createElement, Fragment, type ReactNode, use, useState } from 'react'
import type { CatalogueMessages, SiteLanguage, Text } from '../../contract/languages.ts'
import { ownValue } from '../../contract/own-value.ts'

/** How the parts of a page say their texts. */
interface Translation {
  readonly i18n: I18n
  readonly _: I18n['_']
  /** Around each text; absent in English. */
  readonly defaultComponent?: (props: TransRenderProps) => ReactNode
}

const englishTexts = setupI18n({ locale: 'en', messages: { en: {} } })
const english: Translation = { i18n: englishTexts, _: englishTexts._.bind(englishTexts) }

/** English without a provider: that is in the code, and needs no catalogue. */
const TranslationContext = createContext(english)

/** By their address, which changes with the content: the server has those that are offered, a browser parts of one. */
export const catalogues = new Map<string, Messages>()

export const addCatalogue = (address: string, messages: CatalogueMessages): void => {
  catalogues.set(address, messages as Messages)
}

/** Keeps the texts that this catalogue already has. */
export const addTexts = (address: string, texts: CatalogueMessages): void =>
  addCatalogue(address, Object.assign(catalogues.get(address) ?? {}, texts))

/** Made for each request on the server, and once for a page in the browser; nobody gives it another language. */
function translationOf(language: SiteLanguage | undefined): Translation {
  if (language === undefined || language.tag === 'en') return english
  const messages = catalogues.get(language.catalogue ?? '') ?? {}
  const i18n = setupI18n({ locale: language.tag, messages: { [language.tag]: messages } })
  // Values inside an English text, such as dates, are in English too.
  const inEnglish = (text: ReactNode) => (
    <TranslationContext value={english}>
      <span lang="en">{text}</span>
    </TranslationContext>
  )
  return {
    i18n,
    _: i18n._.bind(i18n),
    defaultComponent: ({ id, translation }) =>
      ownValue(messages, id) === undefined ? inEnglish(translation) : translation,
  }
}

/** Says a text outside components, as in `meta`. */
export const sayIn = (language: SiteLanguage | undefined, text: Text): string =>
  typeof text === 'string' ? text : translationOf(language)._(text as MessageDescriptor)

export function TranslationProvider({
  language,
  children,
}: {
  language: SiteLanguage | undefined
  children: ReactNode
}) {
  const [translation] = useState(() => translationOf(language))
  return <TranslationContext value={translation}>{children}</TranslationContext>
}

/** What the macro `useLingui` becomes. */
export const useLingui = () => use(TranslationContext)

const isMessage = (shown: unknown): shown is MessageDescriptor =>
  typeof shown === 'object' && shown !== null && 'id' in shown

interface SayShown {
  (text: Text): string
  (shown: ReactNode | Text): ReactNode
}

/** Says a `Text` where it is shown. What is none of the program's, as an element, stays as it is. */
export function useSay(): SayShown {
  const { _ } = useLingui()
  return ((shown: unknown) => (isMessage(shown) ? _(shown) : shown)) as SayShown
}

/** Lingui looks for tags and escapes in what it has put values into; elements it puts in as they are. */
const asWritten = (value: unknown) =>
  typeof value === 'string' && /[<\\]/.test(value) ? createElement(Fragment, null, value) : value

/** What the macro `Trans` becomes. */
export const Trans = ({ values, ...props }: TransProps) => (
  <TransNoContext
    {...props}
    values={Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, asWritten(value)]))}
    lingui={useLingui() as Parameters<typeof TransNoContext>[0]['lingui']}
  />
)

/** The language of a page to `Intl`. */
export const localeOf = ({ locale }: Pick<I18n, 'locale'>) => (locale === 'en' ? 'en-US' : locale)

export const useLocale = () => localeOf(useLingui().i18n)
