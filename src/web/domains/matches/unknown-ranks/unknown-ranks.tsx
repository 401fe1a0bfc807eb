import { Plural, Trans, useLingui } from '@lingui/react/macro'
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
import { Select } from '../../../ui/form/select.tsx'
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
        <Trans>Unknown ranks from game servers</Trans>
      </h2>
      <p className="max-w-prose text-ink-soft text-sm">
        <Trans>Game servers gave players these ranks. They change nothing until a rank has the name.</Trans>
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
  const { t } = useLingui()

  const viewer = useViewer()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-3">
      <p className="wrap-anywhere min-w-0 flex-1 basis-56 text-ink-faint text-sm">
        <Trans>
          <code className="font-bold text-ink">{name}</code>,{' '}
          <Plural value={count} one="# time" other="# times" /> from <bdi>{server}</bdi> ·{' '}
          <Time iso={lastAt} />
        </Trans>
      </p>
      {canChangeRanks(viewer) && (
        <div className="flex flex-wrap gap-2">
          <FormDialog
            title={t`New rank`}
            trigger={
              <Button look="quiet" size="sm" aria-label={t`Make ${name} a rank`}>
                <Trans>Make it a rank</Trans>
              </Button>
            }
          >
            {(close) => <NewRankForm name={name} onDone={close} />}
          </FormDialog>
          <FormDialog
            title={t`${name} is the same as…`}
            description={t`Game servers may call that rank by this name from now on.`}
            trigger={
              <Button look="quiet" size="sm" aria-label={t`${name} is the same as…`}>
                <Trans>Same as…</Trans>
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
  const { t } = useLingui()

  const client = useQueryClient()
  const site = useSite()
  const { data: records = [] } = useQuery(ranksQuery(api))
  const targets = records.filter(({ power }) => power === 'member')
  const [chosen, setChosen] = useState<string>()
  const [error, setError] = useState<string>()
  const save = useMutation({
    mutationFn: ({ key, aliases, version }: RankRecord) =>
      api(rankEndpoints.update, {
        params: { key },
        body: { aliases: [...aliases, name] },
        ifMatch: version,
      }),
    onSuccess({ key }) {
      onDone()
      toast({
        title: t`Rank updated`,
        description: t`${name} is the same as ${{ rank: rankLabel(key, site) }}.`,
      })
    },
    onError(failed) {
      const { aliases } = refusedFields(failed)
      setError(aliases ?? errorMessage(failed, t`The name could not be saved. Please try again.`))
    },
    onSettled: () => refetchRanks(client),
  })

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const target = targets.find(({ key }) => key === chosen)
    setError(target === undefined ? t`Please choose a rank` : undefined)
    if (target !== undefined && !save.isPending) save.mutate(target)
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Select
        label={t`Rank`}
        options={targets.map(({ key }) => ({ value: key, label: rankLabel(key, site) }))}
        value={chosen}
        onValueChange={(key) => {
          setChosen(key)
          setError(undefined)
        }}
        error={error}
      />
      <FormActions busy={save.isPending}>
        <Trans>Save</Trans>
      </FormActions>
    </form>
  )
}
