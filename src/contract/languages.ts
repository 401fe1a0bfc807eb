/** What `msg` makes: an English text of the program with its values, to be rendered in the reader's language. */
export interface Message {
  readonly id: string
  readonly message?: string
  readonly values?: Readonly<Record<string, unknown>>
}

/** A string is shown as it is. */
export type Text = string | Message

/** A text or a day as a value of a text, which the server says with it. */
export const saidWith = (value: Text | Date) => value as unknown as string

/** Parameter of an address, and cookie: the language that a page is read in. */
export const languageName = 'lang'

/** The address of a page in a language that it says itself. */
export const addressIn = (tag: string, address: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}${languageName}=${tag}`

/** What a page says of its language when it was opened with the parameter: its calls keep it. */
export const languageHeader = 'x-language'

/** How long the cookie keeps a choice. */
export const languageSeconds = 365 * 24 * 60 * 60

/** The language of a document. Absent where it is English and nothing else is offered. */
export interface SiteLanguage {
  /** BCP 47. */
  readonly tag: string
  readonly dir?: 'rtl'
  /** Where browsers get the texts of each page (`?page=`); absent for English, which is in the code. */
  readonly catalogue?: string
  /** The address says it (`?lang=`): so do the links of the page, and the page has an address of its own. */
  readonly isInAddress?: true
  /** All that can be chosen, each by its own name, the site's default first; absent where nothing can. */
  readonly offered?: readonly { readonly tag: string; readonly name: string }[]
}

/** Texts as they are sent and looked up: by the id that the build derives from the English one. */
export type CatalogueMessages = Readonly<Record<string, string | readonly unknown[]>>
