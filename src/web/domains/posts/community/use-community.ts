import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api.ts'
import { communityQuery } from './community-query.ts'
import { figureWords } from './figure-words.ts'

/** What both places that show the figures need of them. */
export function useCommunity() {
  const { data, error, refetch } = useQuery(communityQuery(api))
  return {
    figures: data,
    words: figureWords(data),
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  }
}
