import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Navigate } from 'react-router'
import { parseId } from '../../../../contract/ids.ts'
import { BackToCommunity } from '../../../ui/back-to-community.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { comparePath } from '../../../ui/player-path.ts'
import { usePlayer } from '../player-hooks.ts'
import { PlayerProblem } from '../player-problem.tsx'
import { invalidId, type Problem, unknownPlayer, userFailed } from '../problem.ts'
import { Comparison } from './comparison.tsx'

interface CompareShellProps {
  /** Both ids of the URL, not validated. */
  readonly aText: string | undefined
  readonly bText: string | undefined
}

const samePlayer: Problem = {
  title: msg`Choose two players`,
  message: msg`A player cannot be compared with themselves.`,
  passing: false,
}

/** What a comparison waits for, and what can go wrong with it. */
export function CompareShell({ aText, bText }: CompareShellProps) {
  const [a, b] = [parseId(aText), parseId(bText)]
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-6 pb-12 sm:px-5">
      <BackToCommunity />
      {a === null || b === null ? (
        <PlayerProblem problem={invalidId} />
      ) : a === b ? (
        <PlayerProblem problem={samePlayer} />
      ) : (
        <FoundPair key={`${a} ${b}`} a={a} b={b} />
      )}
    </div>
  )
}

function FoundPair({ a, b }: { a: number; b: number }) {
  const [one, other] = [usePlayer(a), usePlayer(b)]
  if (one.data === null || other.data === null) return <PlayerProblem problem={unknownPlayer} />
  if (one.data && other.data) {
    if (one.data.id !== a || other.data.id !== b)
      return <Navigate to={comparePath(one.data.id, other.data.id)} replace />
    return <Comparison one={one.data} other={other.data} />
  }
  const failed = [one, other].find(({ error, isFetching }) => error !== null && !isFetching)
  if (failed !== undefined)
    return <PlayerProblem problem={userFailed(failed.error)} onRetry={() => void failed.refetch()} />
  return (
    <div role="status" className="mt-6 grid gap-6">
      <span className="sr-only">
        <Trans>Loading players...</Trans>
      </span>
      <Skeleton className="h-48" />
      <Skeleton className="h-dvh" />
    </div>
  )
}
