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
    <SecretLink again="A new mail comes when you enter your address below, once a day.">
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
      text="One press, and our news come to the address that the mail was sent to."
      label="Get the newsletter"
      doneTitle="You get our newsletter now."
    >
      <CardText>Each mail has a link that ends it.</CardText>
      <Button asChild size="lg" className="w-full">
        <Link to="/news">Read the news</Link>
      </Button>
    </ConfirmByLink>
  )
}
