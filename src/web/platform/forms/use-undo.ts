import { msg } from '@lingui/core/macro'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Text } from '../../../contract/languages.ts'
import { undoSeconds } from '../../../contract/list-filters.ts'
import { errorMessage } from '../api-error.ts'
import { toast } from '../toasts.ts'

interface Done {
  /** The decision and its subject. */
  readonly title: Text
  readonly about: ReactNode | Text
  /** Returns why it was refused, if it was. */
  readonly undo: () => Promise<Text | undefined>
  /** Shown once it is undone. */
  readonly undone: Text
  /** Key of the queries that are refetched then. */
  readonly queryKey: QueryKey
}

/** Shows a decision with its subject, and offers to undo it for some seconds. */
export function useUndo() {
  const client = useQueryClient()
  return ({ title, about, undo, undone, queryKey }: Done) => {
    async function run() {
      const refused = await undo().catch((error) => errorMessage(error, msg`It could not be undone.`))
      if (refused === undefined) toast({ title: undone, description: about })
      else toast({ variant: 'destructive', title: msg`Undo Failed`, description: refused })
      await client.invalidateQueries({ queryKey })
    }
    toast({
      title,
      description: about,
      duration: undoSeconds * 1_000,
      action: { label: msg`Undo`, run: () => void run(), hint: msg`press u in a list of the staff` },
    })
  }
}
