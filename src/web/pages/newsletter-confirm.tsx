import { confirmNewsletterPath } from '../../contract/news/newsletter.ts'
import { PanelPage } from '../domains/accounts/sign-in/panel-page.tsx'
import { ConfirmNewsletter } from '../domains/news/newsletter/confirm-newsletter.tsx'
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
    <PanelPage title="Newsletter">
      <ConfirmNewsletter />
      <noscript>
        <p className="mt-4 text-ink-soft text-sm">Confirming an address needs JavaScript.</p>
      </noscript>
    </PanelPage>
  )
}
