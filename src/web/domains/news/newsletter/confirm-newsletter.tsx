import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { newsletterEndpoints } from '../../../../contract/news/newsletter-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { Button } from '../../../ui/button.tsx'
import { CardText } from '../../../ui/card.tsx'
import { ConfirmByLink } from '../../../ui/confirm-by-link.tsx'
import { SecretLink } from '../../../ui/secret-link.tsx'

export function ConfirmNewsletter() {
  const { t } = useLingui()
  return (
    <SecretLink again={t`Enter your address below to get a new email, once a day.`}>
      {(token) => <ConfirmSubscription token={token} />}
    </SecretLink>
  )
}

function ConfirmSubscription({ token }: { token: string }) {
  const { t } = useLingui()
  const confirm = useMutation({
    mutationFn: () => api(newsletterEndpoints.confirm, { body: { token } }),
  })
  return (
    <ConfirmByLink
      confirm={confirm}
      text={t`Press the button to get our news at this email address.`}
      label={t`Get the newsletter`}
      doneTitle={t`You are now subscribed to our newsletter.`}
    >
      <CardText>
        <Trans>Every email has a link to unsubscribe.</Trans>
      </CardText>
      <Button asChild size="lg" className="w-full">
        <Link to="/news">
          <Trans>Read the news</Trans>
        </Link>
      </Button>
    </ConfirmByLink>
  )
}
