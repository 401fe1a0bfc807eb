import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isLinkToken } from '../../contract/accounts/secret-link.ts'
import { Alert } from './alert.tsx'
import { Spinner } from './spinner.tsx'

/**
 * The secret after the # of a link in a mail, which browsers send to no server. It is removed from the URL at once, so that
 * no history has it. Undefined until hydration, null without a secret.
 */
function useSecretLink(): string | null | undefined {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [secret, setSecret] = useState<string | null>()
  useEffect(() => {
    const text = hash.slice(1)
    if (!isLinkToken(text)) {
      setSecret((known) => known ?? null)
      return
    }
    setSecret(text)
    void navigate({ hash: '' }, { replace: true, preventScrollReset: true })
  }, [hash, navigate])
  return secret
}

interface SecretLinkProps {
  /** Where a new mail comes from. */
  readonly again: ReactNode
  readonly children: (token: string) => ReactNode
}

/** What a page does with the secret that a mail's link carries; says so where the link carries none. */
export function SecretLink({ again, children }: SecretLinkProps) {
  const { t } = useLingui()
  const token = useSecretLink()
  if (token === undefined) {
    return (
      <p role="status" className="flex items-center gap-3 text-ink-soft text-sm">
        <Spinner /> <Trans>Reading the link...</Trans>
      </p>
    )
  }
  if (token === null) {
    return (
      <Alert title={t`This link is not complete`}>
        <Trans>Open it again, or copy all of it. {again}</Trans>
      </Alert>
    )
  }
  // Another link in the same window is another question.
  return <Fragment key={token}>{children(token)}</Fragment>
}
