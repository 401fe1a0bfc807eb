import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { rankEndpoints } from '../../../../contract/accounts/rank-admin-endpoints.ts'
import type { RankRecord } from '../../../../contract/accounts/rank-admin-schemas.ts'
import { rankLabel } from '../../../../contract/accounts/ranks.ts'
import { api } from '../../../platform/api.ts'
import { useSite } from '../../../platform/site.tsx'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { FormActions, FormDialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { refetchRanks } from './ranks-query.ts'

interface MergeRankProps {
  readonly record: RankRecord
  /** Ranks of the same power. */
  readonly targets: readonly RankRecord[]
}

/** Makes a rank part of another one; its members follow. */
export function MergeRank({ record, targets }: MergeRankProps) {
  const { t } = useLingui()
  if (targets.length === 0) return null
  return (
    <FormDialog
      title={t`Merge ${{ name: record.name }}`}
      description={t`Its members get the other rank, here and in game, and its name means the other rank from now on. This cannot be undone.`}
      trigger={
        <Button look="quiet" size="sm" aria-label={t`Merge ${{ name: record.name }}`}>
          <Trans>Merge</Trans>
        </Button>
      }
    >
      {(close) => <MergeForm record={record} targets={targets} onDone={close} />}
    </FormDialog>
  )
}

function MergeForm({ record, targets, onDone }: MergeRankProps & { readonly onDone: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const site = useSite()
  const moving = record.members ?? 0
  const [into, setInto] = useState<string>()
  const [isMissing, setIsMissing] = useState(false)
  const merge = useMutation({
    mutationFn: (target: string) =>
      api(rankEndpoints.merge, {
        params: { key: record.key },
        body: { into: target },
        ifMatch: record.version,
      }),
    onSuccess(_records, target) {
      onDone()
      toast({
        title: t`Ranks merged`,
        description: t`${{ name: record.name }} is ${{ rank: rankLabel(target, site) }} now.`,
      })
    },
    onError: (error) =>
      toastFailure(t`Merging failed`, error, t`The ranks could not be merged. Please try again.`),
    onSettled: () => refetchRanks(client),
  })

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    setIsMissing(into === undefined)
    if (into !== undefined && !merge.isPending) merge.mutate(into)
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Select
        label={t`Into`}
        options={targets.map(({ key }) => ({ value: key, label: rankLabel(key, site) }))}
        value={into}
        onValueChange={setInto}
        error={isMissing && into === undefined ? t`Please choose a rank` : undefined}
      />
      <p className="text-sm">
        <Plural value={moving} one="# member moves to that rank." other="# members move to that rank." />
      </p>
      <FormActions busy={merge.isPending}>
        <Trans>Merge</Trans>
      </FormActions>
    </form>
  )
}
