import { SelectOrdinal, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Trophy } from 'lucide-react'
import { Link } from 'react-router'
import { cupPath } from '../../../contract/cups/cups.ts'
import type { CupTrophy } from '../../../contract/cups/cups-schemas.ts'
import { api } from '../../platform/api.ts'
import { Card } from '../../ui/card.tsx'
import { Loaded } from '../../ui/list/loaded.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { Time } from '../../ui/time.tsx'
import { trophiesQuery } from './cup-queries.ts'
import { MarkedPlace } from './marked-place.tsx'

/** Cups in which a player came first, second or third; nothing for who did not. */
export function Trophies({ id }: { id: number }) {
  const { t } = useLingui()
  const query = useQuery(trophiesQuery(api, id))
  // Not even the room of an empty card.
  if (query.data?.length === 0) return null
  return (
    <Loaded query={query} loading={<Skeleton className="h-40" />} failed={t`Failed to load the trophies.`}>
      {(trophies) => (
        <Card id="trophies" className="scroll-mt-24">
          <h2 className="font-display text-3xl leading-none">
            <Trans>Trophies</Trans>
          </h2>
          <ul className="mt-4 grid gap-2 sm:grid-cols-2 lg:grid-cols-1">
            {trophies.map((trophy) => (
              <TrophyTile key={trophy.cupId} trophy={trophy} />
            ))}
          </ul>
          {trophies.some(({ isMarked }) => isMarked) && (
            <p className="mt-3 text-ink-soft text-sm">
              <Trans>
                Ruled on later: matches of this cup were taken away from the player. Nobody moved up.
              </Trans>
            </p>
          )}
        </Card>
      )}
    </Loaded>
  )
}

const colours: Readonly<Record<number, string>> = {
  1: 'text-rank-gold',
  2: 'text-ink-soft',
  3: 'text-ember',
}

function TrophyTile({ trophy: { cupId, title, mode, place, at, isMarked } }: { trophy: CupTrophy }) {
  return (
    <li className="min-w-0">
      <Link
        to={cupPath(cupId)}
        className="flex items-center gap-3 rounded-md border border-line px-3 py-2 hover:border-ember hover:bg-ground-raised"
      >
        <Trophy aria-hidden className={`size-6 shrink-0 ${colours[place] ?? ''}`} />
        <span className="grid min-w-0 gap-0.5">
          <span className="wrap-anywhere font-bold">
            <Trans comment="The place of a player in a cup, and the name of the cup">
              <SelectOrdinal value={place} one="#st" two="#nd" few="#rd" other="#th" /> in <bdi>{title}</bdi>
            </Trans>
          </span>
          <span className="text-ink-faint text-xs">
            {mode.name} · <Time iso={at} />
          </span>
          {isMarked && (
            <span>
              <MarkedPlace />
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}
