import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { anchorOf, type LinkedThing } from '../../../contract/links.ts'
import { linkedClass, useLinkedId, useScrollToLinked } from '../../platform/navigation/linked-thing.ts'

/** Lets an address name the row of a list of staff: `mark` is the class of the one that it names. */
export function useLinkedRow(thing: LinkedThing, id: number) {
  const anchor = anchorOf(thing, id)
  const isLinked = useLinkedId(thing) === String(id)
  useScrollToLinked(isLinked ? anchor : undefined, isLinked)
  return { id: anchor, tabIndex: -1, mark: isLinked && linkedClass }
}

interface SeekLinkedProps {
  readonly thing: LinkedThing
  readonly rows: readonly { readonly id: number }[] | undefined
  /** Of a list with pages. */
  readonly query?: {
    readonly hasNextPage: boolean
    readonly isFetching: boolean
    readonly isError: boolean
    fetchNextPage(): unknown
  }
}

/** Loads further pages until the list has the row that the address names, or says that it is gone. */
export function SeekLinked({ thing, rows, query }: SeekLinkedProps) {
  const linked = useLinkedId(thing)
  const isMissing =
    linked !== undefined && rows !== undefined && !rows.some(({ id }) => String(id) === linked)
  const isOnLaterPage = isMissing && query?.hasNextPage === true
  useEffect(() => {
    if (isOnLaterPage && !query.isFetching && !query.isError) void query.fetchNextPage()
  }, [isOnLaterPage, query])
  if (!isMissing || isOnLaterPage) return null
  return (
    <p role="status" className="text-ink-soft">
      <Trans>What this link names is no longer in this list.</Trans>
    </p>
  )
}
