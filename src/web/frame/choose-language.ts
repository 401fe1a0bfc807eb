import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { userEndpoints } from '../../contract/accounts/users-endpoints.ts'
import { languageName, languageSeconds } from '../../contract/languages.ts'
import { api } from '../platform/api.ts'
import { toast } from '../platform/toasts.ts'

/** Remembers a language, for a member also in the account, and shows this page in it. */
export async function chooseLanguage(tag: string, isMember: boolean, i18n: I18n): Promise<void> {
  if (isMember) {
    try {
      await api(userEndpoints.chooseLanguage, { body: { language: tag } })
    } catch {
      toast({
        title: i18n._(msg`Your language was not saved`),
        description: i18n._(msg`Please try again.`),
        variant: 'destructive',
      })
      return
    }
  }
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no CookieStore everywhere that it is needed
  document.cookie = `${languageName}=${tag}; path=/; max-age=${languageSeconds}; samesite=lax${secure}`
  const address = new URL(location.href)
  address.searchParams.delete(languageName)
  // Where cookies are blocked the address has to say it.
  if (!document.cookie.includes(`${languageName}=${tag}`)) address.searchParams.set(languageName, tag)
  history.replaceState(history.state, '', address)
  location.reload()
}
