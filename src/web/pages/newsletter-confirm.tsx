import { confirmNewsletterPath } from '../../contract/content/newsletter.ts'
import { SignInPanel } from '../domains/accounts/sign-in/sign-in-panel.tsx'
import { ConfirmNewsletter } from '../domains/content/newsletter/confirm-newsletter.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import type { Route } from './+types/newsletter-confirm.ts'

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: 'Confirm the Newsletter',
    description: `Confirm your address for the newsletter of ${site.name}.`,
    path: confirmNewsletterPath,
    noindex: true,
  })
}

export default function NewsletterConfirmPage() {
  return (
    <div className="overflow-clip">
      <section aria-labelledby="confirm" className="mx-auto w-full max-w-108 px-4 py-12 sm:px-0 lg:py-20">
        <SignInPanel>
          <div className="px-5 pt-14 pb-8 sm:px-9">
            <h1 id="confirm" className="mb-7 text-center font-display text-4xl leading-none sm:text-5xl">
              Newsletter
            </h1>
            <ConfirmNewsletter />
            <noscript>
              <p className="mt-4 text-ink-soft text-sm">Confirming an address needs JavaScript.</p>
            </noscript>
          </div>
        </SignInPanel>
      </section>
    </div>
  )
}
