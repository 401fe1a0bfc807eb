import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { inputLabels } from '../../../contract/rankings/inputs.ts'
import { api } from '../../platform/api.ts'
import { Loaded } from '../../ui/list/loaded.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { devicesQuery } from './player-queries.ts'

/** What a player played with lately, as game servers reported it; nothing where none did. */
export function Devices({ id, className = '' }: { id: number; className?: string }) {
  const { t } = useLingui()
  const query = useQuery(devicesQuery(api, id))
  const headingId = useId()
  return (
    <Loaded
      query={query}
      loading={<Skeleton className={`h-20 ${className}`} />}
      failed={t`Failed to load the devices.`}
    >
      {({ matches, inputs, devices }) => {
        const rows = [
          ...inputs.map((one) => ({ name: t(inputLabels[one.input]), matches: one.matches })),
          ...devices.map((one) => ({ name: one.device, matches: one.matches })),
        ]
        return (
          rows.length > 0 && (
            <section aria-labelledby={headingId} className={className}>
              <h2 id={headingId} className="font-display text-2xl leading-none">
                <Trans>Input and devices</Trans>
              </h2>
              <dl className="mt-3 grid gap-2 text-sm tabular-nums">
                {rows.map((row) => (
                  <div key={row.name} className="flex flex-wrap justify-between gap-x-4">
                    <dt className="wrap-anywhere min-w-0">
                      <bdi>{row.name}</bdi>
                    </dt>
                    <dd className="text-ink-soft">
                      <Matches matches={row.matches} />
                    </dd>
                  </div>
                ))}
              </dl>
              <p className="mt-3 text-ink-faint text-xs">
                <Plural
                  value={matches}
                  one="As reported by the game, the last match."
                  other="As reported by the game, the last # matches."
                />
              </p>
            </section>
          )
        )
      }}
    </Loaded>
  )
}

const Matches = ({ matches }: { matches: number }) => (
  <Plural value={matches} one="# match" other="# matches" />
)
