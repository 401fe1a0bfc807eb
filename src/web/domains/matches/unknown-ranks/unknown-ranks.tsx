import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { canChangeRanks } from '../../../../contract/accounts/rank-admin.ts'
import { rankEndpoints } from '../../../../contract/accounts/rank-admin-endpoints.ts'
import type { RankRecord } from '../../../../contract/accounts/rank-admin-schemas.ts'
import { rankLabel } from '../../../../contract/accounts/ranks.ts'
import type { UnknownRank } from '../../../../contract/matches/game-servers-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage, refusedFields } from '../../../platform/api-error.ts'
import { useSite } from '../../../platform/site.tsx'
import { toast } from '../../../platform/toasts.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { FormActions, FormDialog } from '../../../ui/dialog.tsx'
import { counted } from '../../../ui/format-count.ts'
import { Select } from '../../../ui/select.tsx'
import { Time } from '../../../ui/time.tsx'
import { NewRankForm } from '../../accounts/ranks/rank-form.tsx'
import { ranksQuery, refetchRanks } from '../../accounts/ranks/ranks-query.ts'
import { unknownRanksQuery } from './unknown-ranks-query.ts'

/** Ranks that game servers say and the site does not know: to make, or to call by a rank that there is. */
export function UnknownRanks() {
  const { data: unknown = [] } = useQuery(unknownRanksQuery(api))
  if (unknown.length === 0) return null
  return (
    <section aria-labelledby="unknown-ranks" className="grid gap-3">
      <h2 id="unknown-ranks" className="font-display text-2xl leading-none">
        Unknown ranks from game servers
      </h2>
      <p className="max-w-prose text-ink-soft text-sm">
        Game servers gave players these ranks. They change nothing until a rank has the name.
      </p>
      <ul className="grid divide-y divide-line rounded-lg border border-line bg-ground-card">
        {unknown.map((rank) => (
          <UnknownRow key={`${rank.server} ${rank.name}`} rank={rank} />
        ))}
      </ul>
    </section>
  )
}

function UnknownRow({ rank: { name, server, count, lastAt } }: { rank: UnknownRank }) {
  const viewer = useViewer()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-3">
      <p className="wrap-anywhere min-w-0 flex-1 basis-56 text-ink-faint text-sm">
        <code className="font-bold text-ink">{name}</code>, {counted(count, 'time', 'times')} from{' '}
        <bdi>{server}</bdi> · <Time iso={lastAt} />
      </p>
      {canChangeRanks(viewer) && (
        <div className="flex flex-wrap gap-2">
          <FormDialog
            title="New rank"
            trigger={
              <Button look="quiet" size="sm" aria-label={`Make ${name} a rank`}>
                Make it a rank
              </Button>
            }
          >
            {(close) => <NewRankForm name={name} onDone={close} />}
          </FormDialog>
          <FormDialog
            title={`${name} is the same as…`}
            description="Game servers may call that rank by this name from now on."
            trigger={
              <Button look="quiet" size="sm" aria-label={`${name} is the same as…`}>
                Same as…
              </Button>
            }
          >
            {(close) => <SameAsForm name={name} onDone={close} />}
          </FormDialog>
        </div>
      )}
    </li>
  )
}

function SameAsForm({ name, onDone }: { name: string; onDone: () => void }) {
  const client = useQueryClient()
  const site = useSite()
  const { data: records = [] } = useQuery(ranksQuery(api))
  const targets = records.filter(({ power }) => power === 'member')
  const [chosen, setChosen] = useState<string>()
  const [error, setError] = useState<string>()
  const save = useMutation({
    mutationFn: ({ key, aliases }: RankRecord) =>
      api(rankEndpoints.update, { params: { key }, body: { aliases: [...aliases, name] } }),
    onSuccess({ key }) {
      onDone()
      toast({ title: 'Rank updated', description: `${name} is the same as ${rankLabel(key, site)}.` })
    },
    onError(failed) {
      const { aliases } = refusedFields(failed)
      setError(aliases ?? errorMessage(failed, 'The name could not be saved. Please try again.'))
    },
    onSettled: () => refetchRanks(client),
  })

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const target = targets.find(({ key }) => key === chosen)
    setError(target === undefined ? 'Please choose a rank' : undefined)
    if (target !== undefined && !save.isPending) save.mutate(target)
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Select
        label="Rank"
        options={targets.map(({ key }) => ({ value: key, label: rankLabel(key, site) }))}
        value={chosen}
        onValueChange={(key) => {
          setChosen(key)
          setError(undefined)
        }}
        error={error}
      />
      <FormActions busy={save.isPending}>Save</FormActions>
    </form>
  )
}
