import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { confirmNewsletterPath } from '../../contract/news/newsletter.ts'
import { PanelPage } from '../domains/accounts/sign-in/panel-page.tsx'
import { ConfirmNewsletter } from '../domains/news/newsletter/confirm-newsletter.tsx'
import { pageMeta } from '../platform/navigation/meta.ts'

export const meta = pageMeta(
  confirmNewsletterPath,
  msg`Confirm the Newsletter`,
  ({ name }) => msg`Confirm your address for the newsletter of ${{ name }}.`,
)

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
