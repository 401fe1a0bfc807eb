import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useParams } from 'react-router'
import { endNewsletterPath } from '../../contract/news/newsletter.ts'
import { PanelPage } from '../domains/accounts/sign-in/panel-page.tsx'
import { metaTags, siteOf } from '../platform/navigation/meta.ts'
import { Unsubscribe } from '../ui/unsubscribe.tsx'
import type { Route } from './+types/newsletter-unsubscribe.ts'

export const meta: Route.MetaFunction = ({ matches, params }) =>
  metaTags(siteOf(matches), {
    title: msg`Unsubscribe`,
    description: msg`No more newsletters.`,
    path: endNewsletterPath(params.token),
    noindex: true,
  })

export default function NewsletterUnsubscribePage() {
  const { token = '' } = useParams()
  const { t } = useLingui()
  return (
    <PanelPage title={t`Unsubscribe`}>
      <Unsubscribe
        path={endNewsletterPath(token)}
        question={t`Press the button to unsubscribe. We then delete your address.`}
        afterwards={t`You can subscribe again at the bottom of every page.`}
      />
    </PanelPage>
  )
}
