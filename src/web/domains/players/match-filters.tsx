import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '../../platform/api.ts'
import { useSite } from '../../platform/site.tsx'
import { AddressSelect } from '../../ui/form/address-select.tsx'
import { isNarrowing } from '../matches/match-query.ts'
import { RecentMatches } from '../matches/recent-matches.tsx'
import { narrowingIn } from './match-narrowing.ts'
import { opponentsQuery, playerQuery } from './player-queries.ts'

/** A player's matches with filters, which are part of the URL. */
export function FilteredMatches({ id }: { id: number }) {
  const narrowing = narrowingIn(useLocation().search)
  return <RecentMatches id={id} narrowing={narrowing} filters={<MatchFilters id={id} />} hasLastTen={false} />
}

function MatchFilters({ id }: { id: number }) {
  const { t } = useLingui()
  const { boards } = useSite()
  const narrowing = narrowingIn(useLocation().search)
  const { mode, opponent, result, rated } = narrowing
  // As the address was when the page was opened: it does not close around a field that is in use.
  const [isOpen] = useState(isNarrowing(narrowing))
  const { data: opponents = [] } = useQuery(opponentsQuery(api, id))
  const isListed = opponents.some(({ user }) => user.id === opponent)
  const other = useQuery({ ...playerQuery(api, opponent ?? 0), enabled: opponent !== undefined && !isListed })
  return (
    <details className="mb-4" open={isOpen || undefined}>
      <summary className="inline-flex min-h-8 cursor-pointer items-center font-semibold text-ink text-sm underline underline-offset-4">
        <Trans>Filter matches</Trans>
      </summary>
      <div className="mt-2 grid grid-cols-2 gap-2 sm:grid-cols-4">
        <AddressSelect
          name="mode"
          label={t`Mode`}
          value={mode}
          options={[
            ['all', t`All modes`],
            ...Object.entries(boards).filter(([key]) => key !== 'overall'),
            ...(mode !== undefined && !Object.hasOwn(boards, mode) ? [[mode, mode] as const] : []),
          ]}
        />
        <AddressSelect
          name="opponent"
          label={t`Opponent`}
          value={opponent?.toString()}
          options={[
            ['all', t`Against anybody`],
            ...opponents.map(({ user }) => [`${user.id}`, user.username] as const),
            ...(opponent !== undefined && !isListed
              ? [[`${opponent}`, other.data?.username ?? t`Player ${opponent}`] as const]
              : []),
          ]}
        />
        <AddressSelect
          name="result"
          label={t`Result`}
          value={result}
          options={[
            ['all', t`All results`],
            ['win', t`Won`],
            ['loss', t`Lost`],
            ['draw', t`Drawn`],
          ]}
        />
        <AddressSelect
          name="rated"
          label={t`Rating`}
          value={rated}
          options={[
            ['all', t`Rated or not`],
            ['yes', t`Rated`],
            ['no', t`Not rated`],
          ]}
        />
      </div>
    </details>
  )
}
