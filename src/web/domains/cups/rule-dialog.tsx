import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Gavel, Undo2 } from 'lucide-react'
import * as z from 'zod/mini'
import {
  type CupRuling,
  cupRulings,
  cupTimes,
  rulingsOfEntrants,
  rulingsOfMatches,
} from '../../../contract/cups/cups.ts'
import { cupEndpoints } from '../../../contract/cups/cups-endpoints.ts'
import { type Cup, NewCupRuling } from '../../../contract/cups/cups-schemas.ts'
import type { Message } from '../../../contract/languages.ts'
import { api } from '../../platform/api.ts'
import { useSchemaForm } from '../../platform/forms/use-schema-form.ts'
import { toast, toastFailure } from '../../platform/toasts.ts'
import { useSay } from '../../platform/translation.tsx'
import { Button } from '../../ui/button.tsx'
import { FormActions, FormDialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Textarea } from '../../ui/form/textarea.tsx'
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
  undo_cancel: msg`Undo the cancellation`,
}

interface RuleFormValues {
  readonly kind: CupRuling
  readonly node: string
  readonly entrant: string
  readonly reason: string
}

const RuleForm = z.pipe(
  z.transform(
    ({ kind, node, entrant, reason }: RuleFormValues): z.input<typeof NewCupRuling> => ({
      kind,
      reason,
      ...(rulingsOfMatches.includes(kind) && { node }),
      ...(rulingsOfEntrants.includes(kind) && entrant !== '' && { entrant: Number(entrant) }),
    }),
  ),
  NewCupRuling,
)

/** What staff may rule in a cup; in a cancelled one, that it goes on. */
function rulingsIn({ phase, rounds }: Cup): readonly CupRuling[] {
  if (phase === 'cancelled') return ['undo_cancel']
  return cupRulings.filter(
    (kind) => kind !== 'undo_cancel' && (rounds.length > 0 || !rulingsOfMatches.includes(kind)),
  )
}

/** Whether a cup can still go on: staff cancelled it after it had begun, less than a day ago. */
export function canUndoCancellation({ phase, startDate, log }: Cup, now: number): boolean {
  const last = log.find(({ kind }) => kind === 'cancel' || kind === 'undo_cancel')
  // A cup that is cancelled before it begins has no date any more.
  if (phase !== 'cancelled' || startDate === null || last?.kind !== 'cancel') return false
  return now < Date.parse(last.at) + cupTimes.undoCancelMs
}

/** For staff who rule: what, about whom, and why. Everybody reads it. */
export function RuleDialog({ cup, nameOf }: { cup: Cup; nameOf: NameOf }) {
  const { t } = useLingui()
  const kinds = rulingsIn(cup)
  const isUndo = kinds.length === 1
  return (
    <FormDialog
      title={isUndo ? t`Undo the cancellation` : t`Rule in this cup`}
      trigger={
        <Button look="quiet" className="justify-self-start">
          {isUndo ? <Undo2 aria-hidden className="size-4" /> : <Gavel aria-hidden className="size-4" />}
          {isUndo ? t`Undo the cancellation` : <Trans context="verb: staff decide">Rule</Trans>}
        </Button>
      }
    >
      {(close) => <RulingForm cup={cup} kinds={kinds} nameOf={nameOf} onDone={close} />}
    </FormDialog>
  )
}

interface RulingFormProps {
  readonly cup: Cup
  readonly kinds: readonly CupRuling[]
  readonly nameOf: NameOf
  readonly onDone: () => void
}

function RulingForm({ cup, kinds, nameOf, onDone }: RulingFormProps) {
  const { t } = useLingui()
  const say = useSay()
  const client = useQueryClient()
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
    onError: (error) => toastFailure(t`The ruling was not stored`, error, t`Please try again.`),
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
      {kinds.length > 1 && (
        <Select
          label={t`Ruling`}
          options={kinds.map((value) => ({ value, label: labels[value] }))}
          {...form.choice('kind')}
        />
      )}
      {kind === 'undo_cancel' && (
        <p className="text-ink-soft">
          <Trans>The cup goes on where it stood, and everybody who registered is notified.</Trans>
        </p>
      )}
      {rulingsOfMatches.includes(kind) && (
        <Select
          label={t`Match`}
          options={pairs.map(({ node, round }) => ({
            value: node.id,
            label: `${round}: ${node.sides.map((side) => say(sideName(side, nameOf))).join(', ')}`,
          }))}
          {...form.choice('node')}
        />
      )}
      {rulingsOfEntrants.includes(kind) && (
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
        {kind === 'undo_cancel' ? t`Undo the cancellation` : <Trans context="verb: staff decide">Rule</Trans>}
      </FormActions>
    </form>
  )
}
