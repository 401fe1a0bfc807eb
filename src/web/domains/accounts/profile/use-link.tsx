import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { linkEndpoints } from '../../../../contract/matches/link-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'

/** The server's reason, else the general one. */
export const linkErrorText = (error: unknown) => errorMessage(error, 'Linking failed. Please try again.')

/** The viewer's gamertag at once, and everything that depends on it anew: their stats are those of the player. */
async function showGamertag(client: QueryClient, gamertag: string | null) {
  // An older answer that is still on its way would put the old name back.
  await client.cancelQueries({ queryKey: viewerQuery.queryKey })
  client.setQueryData(viewerQuery.queryKey, (viewer) => viewer && { ...viewer, gamertag })
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'status' })
}

export function useLink() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => api(linkEndpoints.create, { body: { code } }),
    async onSuccess({ gamertag }) {
      toast({
        title: 'Account linked',
        description: (
          <>
            You are <bdi>{gamertag}</bdi> in game
          </>
        ),
      })
      await showGamertag(client, gamertag)
    },
    onError(error) {
      toast({ title: 'Linking failed', description: linkErrorText(error), variant: 'destructive' })
    },
  })
}

export function useUnlink() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api(linkEndpoints.remove, {}),
    async onSuccess() {
      toast({ title: 'Account unlinked', description: 'Your matches stay with the player in game' })
      await showGamertag(client, null)
    },
    onError(error) {
      toast({
        title: 'Unlinking failed',
        description: errorMessage(error, 'Unlinking failed. Please try again.'),
        variant: 'destructive',
      })
    },
  })
}
