import { useNonce } from '../nonce.tsx'

/** JSON that stands inside a script element: no text in it can end that element, or begin a comment in it. */
export const scriptSafe = (data: unknown) => JSON.stringify(data).replace(/</g, '\\u003c')

interface JsonLdProps {
  /** With `@type` and what belongs to it (schema.org); `@context` is added. */
  readonly data: Readonly<Record<string, unknown>>
  /** Where no NonceProvider is above, as in the head of the document. */
  readonly nonce?: string | undefined
}

/** Structured data of a page (schema.org). Browsers do not run it. */
export function JsonLd({ data, nonce }: JsonLdProps) {
  const provided = useNonce()
  return (
    // Browsers hide the nonce from scripts: hydration would see another one.
    <script type="application/ld+json" nonce={nonce ?? provided} suppressHydrationWarning>
      {scriptSafe({ '@context': 'https://schema.org', ...data })}
    </script>
  )
}
