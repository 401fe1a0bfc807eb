/** Pages that are Markdown files of the content, by path and file name, with the labels of the footer. */
export const legalPages = {
  privacy: 'Privacy Policy',
  terms: 'Terms of Service',
  cookies: 'Cookie Policy',
} as const

export type LegalPage = keyof typeof legalPages

export const legalPageNames = Object.keys(legalPages) as [LegalPage, ...LegalPage[]]
