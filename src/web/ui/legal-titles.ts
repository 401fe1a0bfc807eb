import { msg } from '@lingui/core/macro'
import type { LegalPage } from '../../contract/content/legal.ts'
import type { Message } from '../../contract/languages.ts'

/** The labels of the contract, for readers of other languages. */
export const legalTitles: Readonly<Record<LegalPage, Message>> = {
  privacy: msg`Privacy Policy`,
  terms: msg`Terms of Service`,
  cookies: msg`Cookie Policy`,
}
