import { queryOptions, useQuery } from '@tanstack/react-query'
import { contentEndpoints } from '../../contract/content/content-endpoints.ts'
import type { PageWords, WordsOf } from '../../contract/content/words-schemas.ts'
import type { Transport } from '../../contract/endpoint.ts'
import { api } from './api.ts'
import { useSite } from './site.tsx'

const wordsQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['words'],
    queryFn: ({ signal }) => call(contentEndpoints.words, { signal }),
  })

/**
 * The texts of the network on a page. The document has those of its page; the first other page fetches all of them once.
 * Undefined until they are there.
 */
export function useWords<K extends WordsOf>(page: K): PageWords[K] | undefined {
  const loaded = useSite().words[page]
  const { data } = useQuery({ ...wordsQuery(api), enabled: loaded === undefined })
  return loaded ?? data?.[page]
}
