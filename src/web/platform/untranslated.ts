interface Shown {
  readonly untranslated?: { readonly language: string; readonly texts: readonly string[] } | undefined
}

/** The language of a text that is not in that of the page. */
export const languageOf = ({ untranslated }: Shown, text: string): string | undefined =>
  untranslated?.texts.includes(text) ? untranslated.language : undefined
