import { useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { languageName, type SiteLanguage } from '../../contract/languages.ts'
import { useSite } from '../platform/site.tsx'
import { knownViewer } from '../platform/viewer.ts'

/** Only where there is a choice. Without scripts a link opens this page in its language, and nothing is remembered. */
export function LanguageSwitch() {
  const { language } = useSite()
  return language?.offered && <Offered tag={language.tag} offered={language.offered} />
}

function Offered({ tag: present, offered }: Required<Pick<SiteLanguage, 'tag' | 'offered'>>) {
  const { pathname } = useLocation()
  const { t, i18n } = useLingui()
  const choose = async (tag: string, href: string) => {
    try {
      const { chooseLanguage } = await import('./choose-language.ts')
      await chooseLanguage(tag, knownViewer() !== null, i18n)
    } catch {
      // The script could not be loaded.
      location.assign(href)
    }
  }
  return (
    <nav aria-label={t`Language`}>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {offered.map(({ tag, name }) => {
          const href = `${pathname}?${languageName}=${tag}`
          return (
            <li key={tag}>
              <a
                href={href}
                lang={tag}
                hrefLang={tag}
                aria-current={tag === present || undefined}
                className="foot-link"
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
                  event.preventDefault()
                  void choose(tag, href)
                }}
              >
                {name}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
