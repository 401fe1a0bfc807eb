import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isLinkToken } from '../../contract/accounts/secret-link.ts'

/**
 * What the link of a mail carries behind the # of this page's address, which is never sent to a server; taken out of the
 * address at once, so that it stays in no history. Undefined until the page is alive, null where there is none.
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
