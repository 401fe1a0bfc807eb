import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useParams } from 'react-router'
import { unsubscribePath } from '../../contract/notifications/notifications.ts'
import { PanelPage } from '../domains/accounts/sign-in/panel-page.tsx'
import { metaTags, siteOf } from '../platform/navigation/meta.ts'
import { Unsubscribe } from '../ui/unsubscribe.tsx'
import type { Route } from './+types/unsubscribe.ts'

export const meta: Route.MetaFunction = ({ matches, params }) =>
  metaTags(siteOf(matches), {
    title: msg`Unsubscribe`,
    description: msg`Stop emails of this kind.`,
    path: unsubscribePath(params.token),
    noindex: true,
  })

export default function UnsubscribePage() {
  const { token = '' } = useParams()
  const { t } = useLingui()
  return (
    <PanelPage title={t`Unsubscribe`}>
      <Unsubscribe
        path={unsubscribePath(token)}
        question={t`Press the button to stop these emails.`}
        afterwards={t`When you are signed in, you can choose what you get under Notifications.`}
      />
    </PanelPage>
  )
}
