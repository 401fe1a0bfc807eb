import { Trans, useLingui } from '@lingui/react/macro'
import { RotateCw } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import type { Problem } from './problem.ts'

/** In place of a player: what went wrong, and where to go from here. */
export function PlayerProblem({ problem, onRetry }: { problem: Problem; onRetry?: () => void }) {
  const { t } = useLingui()
  return (
    <section
      role="alert"
      className="mx-auto mt-8 grid max-w-xl justify-items-center gap-4 rounded-lg border border-line border-t-2 border-t-bad bg-ground-card px-6 py-14 text-center"
    >
      <h1 className="font-display text-5xl leading-none">{t(problem.title)}</h1>
      {problem.hint !== undefined && (
        <p className="font-bold text-bad first-letter:uppercase">{t(problem.hint)}</p>
      )}
      <p className="wrap-anywhere text-ink-soft">{t(problem.message)}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {problem.passing && onRetry !== undefined && (
          <Button onClick={onRetry}>
            <RotateCw aria-hidden className="size-4" />
            <Trans>Retry</Trans>
          </Button>
        )}
        <Button asChild look="quiet">
          <Link to="/community">
            <Trans>Search for a player</Trans>
          </Link>
        </Button>
      </div>
    </section>
  )
}
