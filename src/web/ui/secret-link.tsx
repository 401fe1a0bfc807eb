import { Fragment, type ReactNode } from 'react'
import { useSecretLink } from '../platform/use-secret-link.ts'
import { Alert } from './alert.tsx'
import { Spinner } from './spinner.tsx'

interface SecretLinkProps {
  /** Where a new mail comes from. */
  readonly again: ReactNode
  readonly children: (token: string) => ReactNode
}

/** What a page does with the secret that a mail's link carries; says so where the link carries none. */
export function SecretLink({ again, children }: SecretLinkProps) {
  const token = useSecretLink()
  if (token === undefined) {
    return (
      <p role="status" className="flex items-center gap-3 text-ink-soft text-sm">
        <Spinner /> Reading the link...
      </p>
    )
  }
  if (token === null) {
    return <Alert title="This link is not complete">Open it once more, or copy all of it. {again}</Alert>
  }
  // Another link in the same window is another question.
  return <Fragment key={token}>{children(token)}</Fragment>
}
