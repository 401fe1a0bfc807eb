import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { DiscordCard } from '../domains/network/discord/discord-card.tsx'
import { discordQuery } from '../domains/network/discord/discord-query.ts'
import { ContactForm } from '../domains/reports/contact/contact-form.tsx'
import { EmailCard } from '../domains/reports/contact/email-card.tsx'
import { FaqCard } from '../domains/reports/contact/faq-card.tsx'
import { pageMeta } from '../platform/navigation/meta.ts'
import { pageLoader, skipClientLoader } from '../platform/navigation/page-context.ts'
import { useSite } from '../platform/site.tsx'
import { useWords } from '../platform/words.ts'
import { SiteMark } from '../ui/site-mark.tsx'
import { Words } from '../ui/words.tsx'

export const loader = pageLoader((call) => [discordQuery(call)])
export const clientLoader = skipClientLoader

export const meta = pageMeta('/contact', msg`Contact`, ({ words }) => words.contact?.description)

export default function Contact() {
  const { t } = useLingui()
  const words = useWords('contact')
  const { look } = useSite()
  return (
    <div className="mx-auto grid w-full max-w-page gap-8 px-4 py-8 sm:px-5 lg:py-12">
      <header className="grid gap-2">
        <h1 className="font-display text-5xl leading-none sm:text-6xl">
          <Trans>Contact</Trans>
        </h1>
        <p className="text-ink-soft">
          <Words text={words?.intro} />
        </p>
      </header>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
        <div className="relative isolate">
          {/* Looks over the edge of the form; a logo of one's own would be cut off. */}
          {look?.logo === undefined && (
            <SiteMark className="absolute -top-13 end-6 -z-10 hidden w-18 sm:block" />
          )}
          <ContactForm />
        </div>
        <div className="grid min-w-0 gap-6">
          <DiscordCard title={t`Discord Support`}>
            <Words text={words?.discord} />
          </DiscordCard>
          <EmailCard />
          <FaqCard words={words?.faq} />
        </div>
      </div>
    </div>
  )
}
