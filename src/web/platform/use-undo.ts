import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { undoSeconds } from '../../contract/list-filters.ts'
import { errorMessage } from './api-error.ts'
import { toast } from './toasts.ts'

interface Done {
  /** The decision and its subject. */
  readonly title: string
  readonly about: ReactNode
  /** Returns why it was refused, if it was. */
  readonly undo: () => Promise<string | undefined>
  /** Shown once it is undone. */
  readonly undone: string
  /** Key of the queries that are refetched then. */
  readonly queryKey: QueryKey
}

/** Shows a decision with its subject, and offers to undo it for some seconds. */
export function useUndo() {
  const client = useQueryClient()
  return ({ title, about, undo, undone, queryKey }: Done) => {
    async function run() {
      const refused = await undo().catch((error) => errorMessage(error, 'It could not be undone.'))
      if (refused === undefined) toast({ title: undone, description: about })
      else toast({ variant: 'destructive', title: 'Undo Failed', description: refused })
      await client.invalidateQueries({ queryKey })
    }
    toast({
      title,
      description: about,
      duration: undoSeconds * 1_000,
      action: { label: 'Undo', run: () => void run(), hint: 'press u in a list of the staff' },
    })
  }
}
