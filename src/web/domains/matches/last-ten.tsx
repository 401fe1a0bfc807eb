import { Trans, useLingui } from '@lingui/react/macro'
import type { Match, MatchResult } from '../../../contract/players/players-schemas.ts'
import { classes } from '../../ui/classes.ts'
import { resultLabel } from './match-words.ts'

const max = 10

const looks: Record<MatchResult, string> = {
  win: 'bg-good/20 text-good',
  loss: 'bg-bad/20 text-bad',
  draw: 'bg-line text-ink-soft',
}

/** Results of the newest ranked matches that count, the newest at the right; nothing without any. */
export function LastTen({ matches, playerId }: { matches: readonly Match[]; playerId: number }) {
  const { t } = useLingui()
  const results = matches
    .filter(({ ranked, voided, excluded }) => ranked && !voided && excluded !== true)
    .flatMap(({ matchId, players }) => {
      const own = players.find(({ user }) => user.id === playerId)
      return own === undefined ? [] : [{ matchId, result: own.result }]
    })
    .slice(0, max)
    .toReversed()
  if (results.length === 0) return null
  const wins = results.filter(({ result }) => result === 'win').length
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <p className="text-ink-soft">
        <Trans>
          Won {{ won: wins }} of the last {{ count: results.length }}
        </Trans>
      </p>
      <ol
        aria-label={t`Last ${{ count: results.length }} results, oldest first`}
        className="flex min-w-0 gap-1"
      >
        {results.map(({ matchId, result }) => (
          <li
            key={matchId}
            className={classes(
              'grid size-7 min-w-0 place-items-center rounded-sm font-bold text-xs',
              looks[result],
            )}
          >
            <span aria-hidden>{t(resultLabel(result))[0]}</span>
            <span className="sr-only">{t(resultLabel(result))}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
