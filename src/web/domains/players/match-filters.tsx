import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { searchWith } from '../../platform/address-filters.ts'
import { api } from '../../platform/api.ts'
import { useSite } from '../../platform/site.tsx'
import { classes } from '../../ui/classes.ts'
import { controlClass } from '../../ui/field.ts'
import { RecentMatches } from '../matches/recent-matches.tsx'
import { narrowingIn } from './match-narrowing.ts'
import { opponentsQuery, playerQuery } from './player-queries.ts'

/** A player's matches with filters, which are part of the URL. */
export function FilteredMatches({ id }: { id: number }) {
  const narrowing = narrowingIn(useLocation().search)
  return <RecentMatches id={id} narrowing={narrowing} filters={<MatchFilters id={id} />} hasLastTen={false} />
}

function MatchFilters({ id }: { id: number }) {
  const { boards } = useSite()
  const { mode, opponent, result, rated } = narrowingIn(useLocation().search)
  const { data: opponents = [] } = useQuery(opponentsQuery(api, id))
  const isListed = opponents.some(({ user }) => user.id === opponent)
  const other = useQuery({ ...playerQuery(api, opponent ?? 0), enabled: opponent !== undefined && !isListed })
  return (
    <div className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-4">
      <Filter
        name="mode"
        label="Mode"
        value={mode}
        options={[
          ['all', 'All modes'],
          ...Object.entries(boards).filter(([key]) => key !== 'overall'),
          ...(mode !== undefined && boards[mode] === undefined ? [[mode, mode] as const] : []),
        ]}
      />
      <Filter
        name="opponent"
        label="Opponent"
        value={opponent?.toString()}
        options={[
          ['all', 'Against anybody'],
          ...opponents.map(({ user }) => [`${user.id}`, user.username] as const),
          ...(opponent !== undefined && !isListed
            ? [[`${opponent}`, other.data?.username ?? `Player ${opponent}`] as const]
            : []),
        ]}
      />
      <Filter
        name="result"
        label="Result"
        value={result}
        options={[
          ['all', 'All results'],
          ['win', 'Won'],
          ['loss', 'Lost'],
          ['draw', 'Drawn'],
        ]}
      />
      <Filter
        name="rated"
        label="Rating"
        value={rated}
        options={[
          ['all', 'Rated or not'],
          ['yes', 'Rated'],
          ['no', 'Not rated'],
        ]}
      />
    </div>
  )
}

interface FilterProps {
  readonly name: string
  readonly label: string
  readonly value: string | undefined
  readonly options: readonly (readonly [value: string, label: string])[]
}

function Filter({ name, label, value = 'all', options }: FilterProps) {
  const { search } = useLocation()
  const navigate = useNavigate()
  return (
    // Not a Select: Radix builds its list during hydration, which blocks a slow phone.
    <select
      aria-label={label}
      value={value}
      onChange={(event) =>
        void navigate(
          { search: searchWith(search, { [name]: event.target.value }) },
          { preventScrollReset: true, replace: true },
        )
      }
      className={classes(controlClass, 'h-11 min-w-0 px-2 text-sm')}
    >
      {options.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  )
}
