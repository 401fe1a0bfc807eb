import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { modeEndpoints } from '../../../../contract/network/modes-endpoints.ts'
import type { ModeRecord } from '../../../../contract/network/modes-schemas.ts'
import { api } from '../../../platform/api.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, FormActions } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { modeRecordsQuery, refetchModes } from './mode-records.ts'

interface MergeDialogProps {
  readonly record: ModeRecord
  /** Modes that it can be merged into. */
  readonly targets: readonly ModeRecord[]
}

/** Lets the matches of a mode count for another one. */
export function MergeDialog({ record, targets }: MergeDialogProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [into, setInto] = useState<string>()
  const [isMissing, setIsMissing] = useState(false)
  const [typed, setTyped] = useState('')
  const [isUnconfirmed, setIsUnconfirmed] = useState(false)
  const merge = useMutation({
    mutationFn: (target: string) =>
      api(modeEndpoints.merge, {
        params: { key: record.key },
        body: { into: target },
        ifMatch: record.version,
      }),
    async onSuccess(_merged, target) {
      setOpen(false)
      toast({ title: t`Modes merged`, description: t`${{ key: record.key }} counts as ${target}` })
      await refetchModes(client)
    },
    onError(error) {
      toastFailure(t`Merging failed`, error, t`The modes could not be merged. Please try again.`)
      return refetchModes(client)
    },
  })

  const { name, matches } = record
  const target = targets.find(({ key }) => key === into)
  const named = target && `${target.name} (${target.key})`

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    event.stopPropagation()
    setIsMissing(into === undefined)
    setIsUnconfirmed(typed !== record.name)
    if (into !== undefined && typed === record.name && !merge.isPending) merge.mutate(into)
  }

  return (
    <Dialog
      title={t`Merge ${{ name: record.name }}`}
      description={t`Its matches count for the other mode from now on, as do those played before. You can undo this for 24 hours.`}
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        // Counts what moves at this moment.
        if (next) void client.invalidateQueries({ queryKey: modeRecordsQuery(api).queryKey })
      }}
      trigger={
        <Button look="quiet" size="sm" aria-label={t`Merge ${{ name: record.name }}`}>
          <Trans>Merge</Trans>
        </Button>
      }
    >
      <form noValidate onSubmit={submit} className="grid gap-5">
        <Select
          label={t`Into`}
          options={targets.map(({ key, name }) => ({ value: key, label: `${name} (${key})` }))}
          value={into}
          onValueChange={setInto}
          error={isMissing && into === undefined ? t`Please choose a mode` : undefined}
        />
        <p className="text-sm">
          {target === undefined ? (
            <Plural
              value={matches}
              one={
                <Trans>
                  <strong># match</strong> of {name} moves to the mode that you choose.
                </Trans>
              }
              other={
                <Trans>
                  <strong># matches</strong> of {name} move to the mode that you choose.
                </Trans>
              }
            />
          ) : (
            <Plural
              value={matches}
              one={
                <Trans>
                  <strong># match</strong> of {name} moves to <strong>{named}.</strong>
                </Trans>
              }
              other={
                <Trans>
                  <strong># matches</strong> of {name} move to <strong>{named}.</strong>
                </Trans>
              }
            />
          )}
        </p>
        <TextField
          label={t`Type ${{ name: record.name }} to confirm`}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={isUnconfirmed && typed !== record.name ? t`Type ${name}` : undefined}
        />
        <FormActions busy={merge.isPending}>
          <Trans>Merge modes</Trans>
        </FormActions>
      </form>
    </Dialog>
  )
}
