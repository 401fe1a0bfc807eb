import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'

/** The parts of one document. */
export interface Parts {
  /** Whether this part is there already, made of the same data. */
  has(name: string, client: QueryClient): boolean
  /** Returns a client that notes what the part reads. */
  noting(name: string, client: QueryClient): QueryClient
}

/** Set while the server renders for a member. */
export const PartsContext = /* @__PURE__ */ createContext<Parts | null>(null)

/** The element around a part, which no document has when it is sent. */
export const partElement = (name: string) => `kept-${name}`

interface KeptPartProps {
  /** In lower case, and once on a page. */
  readonly name: string
  readonly children: ReactNode
}

export function ServerPart({ name, children }: KeptPartProps) {
  const parts = use(PartsContext)
  const client = useQueryClient()
  if (parts === null) return children
  const Element = partElement(name) as 'div'
  return (
    <Element>
      {parts.has(name, client) ? null : (
        <QueryClientProvider client={parts.noting(name, client)}>{children}</QueryClientProvider>
      )}
    </Element>
  )
}

/**
 * What looks the same to many members: the server renders it once a second for those with the same data
 * (docs/decisions/0060-parts-of-members-pages.md). It may depend on queries, the address and the site, on nothing else:
 * who shows the viewer calls `useViewer` in it. It has elements as children, no bare text.
 */
export const KeptPart: (props: KeptPartProps) => ReactNode = import.meta.env.SSR
  ? ServerPart
  : ({ children }) => children
