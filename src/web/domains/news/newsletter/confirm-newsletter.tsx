import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { newsletterEndpoints } from '../../../../contract/news/newsletter-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { Button } from '../../../ui/button.tsx'
import { CardText } from '../../../ui/card.tsx'
import { ConfirmByLink } from '../../../ui/confirm-by-link.tsx'
import { SecretLink } from '../../../ui/secret-link.tsx'

export function ConfirmNewsletter() {
  return (
    <SecretLink again="Enter your address below to get a new email, once a day.">
      {(token) => <ConfirmSubscription token={token} />}
    </SecretLink>
  )
}

function ConfirmSubscription({ token }: { token: string }) {
  const confirm = useMutation({
    mutationFn: () => api(newsletterEndpoints.confirm, { body: { token } }),
  })
  return (
    <ConfirmByLink
      confirm={confirm}
      text="Press the button to get our news at this email address."
      label="Get the newsletter"
      doneTitle="You are now subscribed to our newsletter."
    >
      <CardText>Every email has a link to unsubscribe.</CardText>
      <Button asChild size="lg" className="w-full">
        <Link to="/news">Read the news</Link>
      </Button>
    </ConfirmByLink>
  )
}
