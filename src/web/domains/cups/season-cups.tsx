import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Crown } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { cupPath } from '../../../contract/cups/cups.ts'
import type { CupSummary } from '../../../contract/cups/cups-schemas.ts'
import { api } from '../../platform/api.ts'
import { ListStates } from '../../ui/list/list-states.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { seasonCupsQuery } from './cup-queries.ts'
import { MarkedPlace } from './marked-place.tsx'

/** Cups that ended in a season, asked for once they are opened. */
export function SeasonCups({ id, name, isOpen }: { id: number; name: string; isOpen: boolean }) {
  const { t } = useLingui()
  const [wasOpened, setWasOpened] = useState(isOpen)
  const query = useInfiniteQuery({ ...seasonCupsQuery(api, id), enabled: wasOpened })
  return (
    <details
      open={isOpen}
      onToggle={(event) => event.currentTarget.open && setWasOpened(true)}
      className="mt-5 border-line border-t pt-3"
    >
      <summary className="min-h-9 cursor-pointer content-center font-bold hover:text-ember-bright">
        <Trans>Cups that ended in this season</Trans>
      </summary>
      {wasOpened && (
        <div className="mt-2">
          <ListStates
            query={query}
            loading={t`Loading cups...`}
            failed={t`The cups could not be loaded.`}
            skeleton="h-9"
            empty={
              <p className="text-ink-soft text-sm">
                <Trans>No cup ended in it yet.</Trans>
              </p>
            }
          >
            {(cups) => (
              <ul aria-label={t`Cups of ${name}`} className="grid gap-x-6 sm:grid-cols-2">
                {cups.map((cup) => (
                  <SeasonCup key={cup.id} cup={cup} />
                ))}
              </ul>
            )}
          </ListStates>
        </div>
      )}
    </details>
  )
}

function SeasonCup({ cup: { id, title, mode, champion } }: { cup: CupSummary }) {
  const { t } = useLingui()
  return (
    <li className="flex min-h-11 min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b py-2 text-sm">
      <Link to={cupPath(id)} className="wrap-anywhere min-w-0 font-semibold hover:text-ember-bright">
        <bdi>{title}</bdi> <span className="font-normal text-ink-faint">{mode.name}</span>
      </Link>
      <span className="inline-flex min-w-0 flex-wrap items-center gap-1.5 text-ink-soft">
        {champion === null ? (
          t`No champion`
        ) : (
          <>
            <Crown aria-hidden className="size-4 shrink-0 text-rank-gold" />
            <span className="sr-only">
              <Trans>Champion:</Trans>
            </span>
            <PlayerName name={champion.username} />
            {champion.isMarked && <MarkedPlace />}
          </>
        )}
      </span>
    </li>
  )
}
