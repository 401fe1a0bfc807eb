import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { confirmNewsletterPath } from '../../contract/news/newsletter.ts'
import { PanelPage } from '../domains/accounts/sign-in/panel-page.tsx'
import { ConfirmNewsletter } from '../domains/news/newsletter/confirm-newsletter.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import type { Route } from './+types/newsletter-confirm.ts'

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: msg`Confirm the Newsletter`,
    description: msg`Confirm your address for the newsletter of ${{ name: site.name }}.`,
    path: confirmNewsletterPath,
    noindex: true,
  })
}

export default function NewsletterConfirmPage() {
  const { t } = useLingui()
  return (
    <PanelPage title={t`Newsletter`}>
      <ConfirmNewsletter />
      <noscript>
        <p className="mt-4 text-ink-soft text-sm">
          <Trans>Confirming an address needs JavaScript.</Trans>
        </p>
      </noscript>
    </PanelPage>
  )
}
