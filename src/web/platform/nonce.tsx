import { createContext, type ReactNode, useContext } from 'react'

const NonceContext = createContext<string | undefined>(undefined)

/** The nonce of this page's content security policy, for the few primitives that bring a <style> of their own. */
export function NonceProvider({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return <NonceContext value={nonce}>{children}</NonceContext>
}

export const useNonce = () => useContext(NonceContext)
