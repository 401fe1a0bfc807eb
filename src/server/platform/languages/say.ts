import { type Messages, setupI18n } from '@lingui/core'
import type { CatalogueMessages, Message, Text } from '../../../contract/languages.ts'

/** Says a text in one language. */
export type Say = (text: Text) => string

/** Made for each request and mail: it knows one language, and nobody can give it another. */
export function sayIn(tag: string, messages: CatalogueMessages = {}): Say {
  const i18n = setupI18n({ locale: tag, messages: { [tag]: messages as Messages } })
  return (text) =>
    typeof text === 'string' ? text : i18n._({ ...text, values: asWritten(text.values) } as Required<Message>)
}

/** Lingui reads escapes (`\u0041`) in what it has put values into. */
const asWritten = (values: Message['values'] = {}) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/\\(?=[ux])/g, '\\x5c') : value,
    ]),
  )

/** For logs, and for whoever was not asked for a language. */
export const sayInEnglish = sayIn('en')
