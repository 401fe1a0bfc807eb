import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { newsletterEndpoints } from '../../../../contract/news/newsletter-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CardText } from '../../../ui/card.tsx'
import { SecretLink } from '../../../ui/secret-link.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

/** Only the button confirms: what merely opens links, as mail scanners do, confirms nothing. */
export function ConfirmNewsletter() {
  return (
    <SecretLink again="A new mail comes when you enter your address below, once a day.">
      {(token) => <ConfirmButton token={token} />}
    </SecretLink>
  )
}

function ConfirmButton({ token }: { token: string }) {
  const confirm = useMutation({
    mutationFn: () => api(newsletterEndpoints.confirm, { body: { token } }),
  })
  if (confirm.isSuccess) return <Confirmed />
  return (
    <div className="grid gap-5">
      {confirm.isError && (
        <Alert title="Not confirmed">{errorMessage(confirm.error, 'Please try again.')}</Alert>
      )}
      <CardText>One press, and our news come to the address that the mail was sent to.</CardText>
      <Button
        size="lg"
        className="w-full"
        aria-disabled={confirm.isPending || undefined}
        onClick={() => !confirm.isPending && confirm.mutate()}
      >
        {confirm.isPending && <Spinner />}
        Get the Newsletter
      </Button>
    </div>
  )
}

function Confirmed() {
  const message = useRef<HTMLParagraphElement>(null)
  // The button that had the focus is gone.
  useEffect(() => message.current?.focus(), [])
  return (
    <div className="grid gap-5">
      <p ref={message} tabIndex={-1} role="status" className="font-bold">
        You get our newsletter now.
      </p>
      <CardText>Each mail has a link that ends it.</CardText>
      <Button asChild size="lg" className="w-full">
        <Link to="/news">Read the News</Link>
      </Button>
    </div>
  )
}
