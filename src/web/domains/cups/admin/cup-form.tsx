import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trophy } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { type CupFormat, cupFormats, cupLimits, cupPath, cupTimes } from '../../../../contract/cups/cups.ts'
import { cupEndpoints } from '../../../../contract/cups/cups-endpoints.ts'
import { type Cup, CupFields } from '../../../../contract/cups/cups-schemas.ts'
import type { Message } from '../../../../contract/languages.ts'
import { boardLabel } from '../../../../contract/network/modes.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useSite } from '../../../platform/site.tsx'
import { toast } from '../../../platform/toasts.ts'
import { useSchemaForm } from '../../../platform/use-schema-form.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { FormActions, FormDialog } from '../../../ui/dialog.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { cupQuery } from '../cup-queries.ts'
import { formatLabels } from '../cup-words.ts'

/** Opens the form of the cup of an event. */
export function CupButton({ eventId }: { eventId: number }) {
  const { t } = useLingui()
  return (
    <FormDialog
      title={t`Cup`}
      trigger={
        <Button look="quiet" size="sm">
          <Trophy aria-hidden className="size-4" />
          <Trans>Cup</Trans>
        </Button>
      }
    >
      {(close) => <CupEditor eventId={eventId} onDone={close} />}
    </FormDialog>
  )
}

function CupEditor({ eventId, onDone }: { eventId: number; onDone: () => void }) {
  const { t } = useLingui()
  const query = useQuery({ ...cupQuery(api, eventId), staleTime: 0 })
  return (
    <Loaded query={query} failed={t`The cup could not be loaded`} loading={<Skeleton className="h-72" />}>
      {(cup) =>
        cup !== null && cup.phase !== 'open' ? (
          <p className="text-ink-soft">
            <Trans>
              Check-in has started, so the rules can no longer change.{' '}
              <Link to={cupPath(eventId)} className="text-ember-bright underline underline-offset-4">
                Look at it
              </Link>
              .
            </Trans>
          </p>
        ) : (
          <CupForm eventId={eventId} cup={cup} onDone={onDone} />
        )
      }
    </Loaded>
  )
}

export interface CupFormValues {
  readonly format: string
  readonly mode: string
  readonly size: string
  readonly seats: string
  readonly minimum: string
  readonly bestOf: string
  readonly finalBestOf: string
  readonly gameMinutes: string
  readonly thirdPlace: boolean
  readonly cut: string
}

/** The table of an arena decides. */
const noCut = 'none'

export const cupBodyOf = (values: CupFormValues): z.input<typeof CupFields> => ({
  format: values.format as CupFormat,
  mode: values.mode,
  size: Number(values.size),
  seats: Number(values.seats),
  minimum: Number(values.minimum),
  bestOf: Number(values.bestOf),
  finalBestOf: Number(values.finalBestOf),
  gameMinutes: Number(values.gameMinutes),
  thirdPlace: values.format === 'single' && values.thirdPlace,
  cut: values.format === 'arena' && values.cut !== noCut ? Number(values.cut) : null,
})

const CupFormSchema = z.pipe(z.transform(cupBodyOf), CupFields)

/** `mode`: of a new cup. */
export const cupValuesOf = (cup: CupFields | undefined, mode: string): CupFormValues => ({
  format: cup?.format ?? 'single',
  mode: cup?.mode ?? mode,
  size: String(cup?.size ?? 1),
  seats: String(cup?.seats ?? 32),
  minimum: String(cup?.minimum ?? 4),
  bestOf: String(cup?.bestOf ?? 1),
  finalBestOf: String(cup?.finalBestOf ?? 3),
  gameMinutes: String(cup?.gameMinutes ?? cupLimits.gameMinutes.default),
  thirdPlace: cup?.thirdPlace ?? false,
  cut: String(cup?.cut ?? noCut),
})

const games = (counts: readonly number[]) =>
  counts.map((count) => ({
    value: String(count),
    label: count === 1 ? msg`One game` : msg`Best of ${count}`,
  }))

const sizes = Array.from({ length: cupLimits.size.max }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? msg`1: everybody alone` : msg`${{ size: index + 1 }}: teams`,
}))

const cuts = [
  { value: noCut, label: msg`None: the table decides` },
  ...cupLimits.cuts.map((cut) => ({ value: String(cut), label: msg`Of the best ${cut}` })),
]

/** How long a bracket lasts when each match takes its whole time. */
function longestMinutes({ format, seats, cut, bestOf, finalBestOf, gameMinutes }: CupFormValues): number {
  const rounds = Math.ceil(Math.log2(Math.max(2, Number(format === 'arena' ? cut : seats))))
  // The longest way to the champion: through all of the losers' bracket, and two finals.
  const [before, finals] = format === 'double' ? [2 * rounds - 1, 2] : [rounds - 1, 1]
  const minutes = (games: string) => 5 + Number(games) * Number(gameMinutes)
  return before * minutes(bestOf) + finals * minutes(finalBestOf)
}

const formatHints: Readonly<Record<CupFormat, Message>> = {
  arena: msg`Everybody’s ranked matches count from the start to the end of the event.`,
  single: msg`Lose once and you are out.`,
  double: msg`Lose twice and you are out.`,
}

type CupText = Exclude<keyof CupFormValues, 'thirdPlace'>

interface CupFieldsetProps {
  /** A form that has the fields of a cup among its own. */
  readonly form: {
    field(name: keyof CupFormValues): Pick<ComponentProps<typeof TextField>, 'name' | 'error' | 'ref'>
    choice(name: CupText): Pick<ComponentProps<typeof Select>, 'value' | 'onValueChange' | 'error'>
  }
  readonly values: CupFormValues
}

/** Fields of a cup. */
export function CupFieldset({ form, values }: CupFieldsetProps) {
  const { t } = useLingui()
  const { modes, boards } = useSite()
  const { format } = values
  const isArena = format === 'arena'
  const isTeams = values.size !== '1'
  const minutes = longestMinutes(values)
  return (
    <>
      <Select
        label={t`Format`}
        options={cupFormats.map((value) => ({ value: value as string, label: formatLabels[value] }))}
        hint={t(formatHints[cupFormats.find((one) => one === format) ?? 'arena'])}
        {...form.choice('format')}
      />
      <Select
        label={t`Mode`}
        options={modes.map((value) => ({ value, label: boardLabel(boards, { gameType: value }) }))}
        {...form.choice('mode')}
      />
      <Select
        label={t`Players a side`}
        options={sizes}
        hint={
          isTeams
            ? t`Captains make teams and show a code, up to ${{ substitutes: cupLimits.substitutes }} substitutes each. This cannot change once there is a team.`
            : undefined
        }
        {...form.choice('size')}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label={isTeams ? t`Seats for teams` : t`Seats`}
          inputMode="numeric"
          {...form.field('seats')}
        />
        <TextField
          label={t`Minimum`}
          inputMode="numeric"
          hint={t`With fewer it is cancelled.`}
          {...form.field('minimum')}
        />
      </div>
      {isArena && <Select label={t`Final bracket`} options={cuts} {...form.choice('cut')} />}
      {(!isArena || values.cut !== noCut) && (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <Select label={t`A match`} options={games(cupLimits.bestOf)} {...form.choice('bestOf')} />
            <Select
              label={t`The final`}
              options={games(cupLimits.finalBestOf)}
              {...form.choice('finalBestOf')}
            />
          </div>
          <TextField
            label={t`Minutes of a game`}
            inputMode="numeric"
            hint={
              !Number.isFinite(minutes)
                ? undefined
                : isArena
                  ? t`The cup ends ${{ minutes: minutes + cupTimes.lateMs / 60_000 }} minutes after the arena at the latest.`
                  : t`With all seats taken it ends after ${minutes} minutes at the latest.`
            }
            {...form.field('gameMinutes')}
          />
          {format === 'single' && (
            <CheckboxField label={t`Match for third place`} {...form.field('thirdPlace')} />
          )}
        </>
      )}
    </>
  )
}

function CupForm({ eventId, cup, onDone }: { eventId: number; cup: Cup | null; onDone: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { modes } = useSite()
  const form = useSchemaForm(CupFormSchema, cupValuesOf(cup?.config, modes[0] ?? ''))
  const refetch = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['cups'] }),
      client.invalidateQueries({ queryKey: ['events'] }),
    ])
  const failed = (error: unknown) => {
    toast({
      title: t`Saving failed`,
      description: errorMessage(error, t`The cup could not be saved. Please try again.`),
      variant: 'destructive',
    })
  }
  const about = { params: { id: eventId }, ...(cup !== null && { ifMatch: cup.config.version }) }
  const save = useMutation({
    mutationFn: (body: CupFields) => api(cupEndpoints.put, { ...about, body }),
    onSuccess: () => {
      toast({ title: cup === null ? t`The event is a cup now` : t`Cup updated` })
      return refetch()
    },
    onError: failed,
  })
  const removal = useMutation({
    mutationFn: () => api(cupEndpoints.remove, about),
    onSuccess: () => {
      toast({ title: t`The event is no longer a cup` })
      onDone()
      return refetch()
    },
    onError: failed,
  })
  return (
    <form
      noValidate
      onSubmit={form.submit(save, (body, { onError }) => save.mutate(body, { onSuccess: onDone, onError }))}
      className="grid gap-5"
    >
      <CupFieldset form={form} values={form.watch()} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        {cup !== null && (
          <Button
            look="quiet"
            variant="red"
            type="button"
            disabled={removal.isPending}
            onClick={() => removal.mutate()}
          >
            <Trans>No cup any more</Trans>
          </Button>
        )}
        <FormActions busy={save.isPending}>{cup === null ? t`Make it a cup` : t`Save changes`}</FormActions>
      </div>
    </form>
  )
}
