import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Gavel } from 'lucide-react'
import * as z from 'zod/mini'
import { type CupRuling, cupRulings } from '../../../contract/cups/cups.ts'
import { cupEndpoints } from '../../../contract/cups/cups-endpoints.ts'
import { type Cup, NewCupRuling } from '../../../contract/cups/cups-schemas.ts'
import type { Message } from '../../../contract/languages.ts'
import { api } from '../../platform/api.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { toast } from '../../platform/toasts.ts'
import { useSay } from '../../platform/translation.tsx'
import { useSchemaForm } from '../../platform/use-schema-form.ts'
import { Button } from '../../ui/button.tsx'
import { FormActions, FormDialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { type NameOf, roundName, sideName } from './cup-words.ts'

const labels: Readonly<Record<CupRuling, Message>> = {
  award: msg`Award a match`,
  both_out: msg`Both sides of a match are out`,
  replay: msg`Play a match again`,
  keep: msg`Keep a result`,
  delay: msg`Give a match 10 more minutes`,
  drop: msg`Take an entrant out`,
  restore: msg`Let an entrant in again`,
  pause: msg`Pause the cup`,
  resume: msg`Resume the cup`,
  cancel: msg`Cancel the cup`,
}

const ofMatches: readonly string[] = ['award', 'both_out', 'replay', 'keep', 'delay']
const ofEntrants: readonly string[] = ['award', 'drop', 'restore']

interface RuleFormValues {
  readonly kind: string
  readonly node: string
  readonly entrant: string
  readonly reason: string
}

const RuleForm = z.pipe(
  z.transform(
    ({ kind, node, entrant, reason }: RuleFormValues): z.input<typeof NewCupRuling> => ({
      kind: kind as CupRuling,
      reason,
      ...(ofMatches.includes(kind) && { node }),
      ...(ofEntrants.includes(kind) && entrant !== '' && { entrant: Number(entrant) }),
    }),
  ),
  NewCupRuling,
)

/** For staff who rule: what, about whom, and why. Everybody reads it. */
export function RuleDialog({ cup, nameOf }: { cup: Cup; nameOf: NameOf }) {
  const { t } = useLingui()
  return (
    <FormDialog
      title={t`Rule in this cup`}
      trigger={
        <Button look="quiet" className="justify-self-start">
          <Gavel aria-hidden className="size-4" />
          <Trans context="verb: staff decide">Rule</Trans>
        </Button>
      }
    >
      {(close) => <RulingForm cup={cup} nameOf={nameOf} onDone={close} />}
    </FormDialog>
  )
}

function RulingForm({ cup, nameOf, onDone }: { cup: Cup; nameOf: NameOf; onDone: () => void }) {
  const { t } = useLingui()
  const say = useSay()
  const client = useQueryClient()
  const kinds = cup.rounds.length > 0 ? cupRulings : cupRulings.filter((kind) => !ofMatches.includes(kind))
  const form = useSchemaForm(RuleForm, { kind: kinds[0]!, node: '', entrant: '', reason: '' })
  const [kind, nodeId] = [form.watch('kind'), form.watch('node')]
  const pairs = cup.rounds.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ sides }) => sides.every((side) => typeof side === 'number'))
      .map((node) => ({ node, round: say(roundName(cup.rounds, id).name) })),
  )
  const sides: readonly unknown[] = pairs.find(({ node }) => node.id === nodeId)?.node.sides ?? []
  const entrants =
    kind === 'award'
      ? sides.filter((side): side is number => typeof side === 'number')
      : cup.entrants.map(({ entrant }) => entrant)
  const ruling = useMutation({
    mutationFn: (body: NewCupRuling) =>
      api(cupEndpoints.rule, { params: { id: cup.id }, body, ifMatch: cup.version }),
    onSuccess: () => toast({ title: t`Ruled` }),
    onError: (error) =>
      toast({
        title: t`The ruling was not stored`,
        description: errorMessage(error, t`Please try again.`),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['cups', cup.id] }),
  })
  return (
    <form
      noValidate
      onSubmit={form.submit(ruling, (body, { onError }) =>
        ruling.mutate(body, { onSuccess: onDone, onError }),
      )}
      className="grid gap-5"
    >
      <Select
        label={t`Ruling`}
        options={kinds.map((value) => ({ value: value as string, label: labels[value] }))}
        {...form.choice('kind')}
      />
      {ofMatches.includes(kind) && (
        <Select
          label={t`Match`}
          options={pairs.map(({ node, round }) => ({
            value: node.id,
            label: `${round}: ${node.sides.map((side) => say(sideName(side, nameOf))).join(', ')}`,
          }))}
          {...form.choice('node')}
        />
      )}
      {ofEntrants.includes(kind) && (
        <Select
          label={kind === 'award' ? t`Winner` : t`Entrant`}
          options={entrants.map((entrant) => ({ value: String(entrant), label: nameOf(entrant) }))}
          {...form.choice('entrant')}
        />
      )}
      <Textarea
        label={t`Reason`}
        hint={t`10 to 500 characters. Everybody reads it.`}
        rows={3}
        {...form.field('reason')}
      />
      <FormActions busy={ruling.isPending}>
        <Trans context="verb: staff decide">Rule</Trans>
      </FormActions>
    </form>
  )
}
