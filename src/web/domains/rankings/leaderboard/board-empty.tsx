import { Trans, useLingui } from '@lingui/react/macro'
import { SearchX, Swords } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import type { BoardChoice } from './board-choice.ts'

export interface BoardEmptyProps {
  readonly choice: BoardChoice
  readonly total: number
  readonly onFirstPage: () => void
}

/** No rows: nobody matches, the page is past the end, or nobody has played yet. */
export function BoardEmpty({ choice, total, onFirstPage }: BoardEmptyProps) {
  const { t } = useLingui()
  const { search } = choice
  if (total > 0) {
    return (
      <EmptyState icon={SearchX} title={t`There is nobody on this page`}>
        <Button look="quiet" size="sm" onClick={onFirstPage}>
          <Trans>Back to the first page</Trans>
        </Button>
      </EmptyState>
    )
  }
  if (search !== '') {
    return (
      <EmptyState
        icon={SearchX}
        title={
          <Trans>
            No players found matching "<bdi>{search}</bdi>"
          </Trans>
        }
      />
    )
  }
  return (
    <EmptyState icon={Swords} title={t`Nobody is ranked here yet`}>
      <p>
        {choice.season !== null ? (
          <Trans>Nobody played enough rated matches in this season.</Trans>
        ) : choice.by === 'rating' ? (
          <Trans>A player is on this board after about a dozen rated matches.</Trans>
        ) : (
          <Trans>Play a match on the server to take first place.</Trans>
        )}
      </p>
    </EmptyState>
  )
}
