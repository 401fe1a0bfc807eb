import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { MatchDetails } from '../../../contract/players/players-schemas.ts'
import { Button } from '../../ui/button.tsx'
import { PlayerLink } from '../../ui/player-name.tsx'
import { momentOf } from './match-words.ts'

const shownAtFirst = 12

/** The kills in the order of time, as the game server sent them. */
export function KillTimeline({ match }: { match: MatchDetails }) {
  const [isWhole, setWhole] = useState(false)
  const { kills, players } = match
  return (
    <section aria-labelledby="kills" className="mt-8 rounded-lg border border-line bg-ground-card p-4">
      <h2 id="kills" className="mb-3 font-display text-3xl leading-none">
        <Trans>Kills</Trans>
      </h2>
      <ol className="grid gap-y-2 text-sm">
        {kills.slice(0, isWhole ? kills.length : shownAtFirst).map(({ at, killer, victim, cause }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index} className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-2">
            <span className="text-ink-faint tabular-nums">{momentOf(at, match)}</span>
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
              <Name player={players[killer]} />
              {killer === victim ? (
                <>
                  {' '}
                  <Trans>died</Trans>
                </>
              ) : (
                <>
                  {' '}
                  <Trans>killed</Trans> <Name player={players[victim]} />
                </>
              )}
              {cause !== null && <bdi className="wrap-anywhere text-ink-faint">{cause}</bdi>}
            </span>
          </li>
        ))}
      </ol>
      {!isWhole && kills.length > shownAtFirst && (
        <Button className="mt-4" onClick={() => setWhole(true)}>
          <Trans>Show all {{ count: kills.length }} kills</Trans>
        </Button>
      )}
    </section>
  )
}

const Name = ({ player }: { player: MatchDetails['players'][number] | undefined }) =>
  player !== undefined && <PlayerLink user={player.user} className="font-semibold" />
