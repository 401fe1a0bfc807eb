import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isLinkToken } from '../../contract/accounts/secret-link.ts'

/**
 * The secret after the # of a link in a mail, which browsers send to no server. It is removed from the URL at once, so that
 * no history has it. Undefined until hydration, null without a secret.
 */
export function useSecretLink(): string | null | undefined {
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
