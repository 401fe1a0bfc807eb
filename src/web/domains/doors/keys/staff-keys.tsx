import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { keyEndpoints } from '../../../../contract/doors/keys-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { PlayerName } from '../../../ui/player-name.tsx'
import { useRestoredFocus } from '../../../ui/use-restored-focus.ts'
import { KeyRow } from './key-row.tsx'
import { staffKeysQuery } from './keys-query.ts'

/** Keys of all staff, for those who manage the site. */
export function StaffKeys() {
  const { t } = useLingui()
  const query = useQuery(staffKeysQuery(api))
  const list = useRestoredFocus<HTMLDivElement>()
  return (
    <Loaded
      query={query}
      failed={t`The API keys of staff could not be loaded.`}
      loading={
        <div className="grid gap-3">
          <p role="status" className="sr-only">
            <Trans>Loading API keys...</Trans>
          </p>
          <Skeleton className="h-20" />
        </div>
      }
    >
      {(keys) => (
        <div {...list} className="outline-offset-4">
          {keys.length === 0 ? (
            <EmptyState icon={KeyRound} title={t`No API keys of staff`}>
              <Trans>Keys that may do more than read are listed here.</Trans>
            </EmptyState>
          ) : (
            <ul aria-label={t`API keys of staff`} className="divide-y divide-line border-line border-y">
              {keys.map((key) => (
                <KeyRow
                  key={key.id}
                  apiKey={key}
                  maker={<PlayerName name={key.maker.username} />}
                  endpoint={keyEndpoints.removeOfStaff}
                />
              ))}
            </ul>
          )}
        </div>
      )}
    </Loaded>
  )
}
