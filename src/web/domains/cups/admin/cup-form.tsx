import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trophy } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { cupLimits, cupPath, cupTimes } from '../../../../contract/cups/cups.ts'
import { cupEndpoints } from '../../../../contract/cups/cups-endpoints.ts'
import { type Cup, type CupConfig, CupFields } from '../../../../contract/cups/cups-schemas.ts'
import { longestBracketMinutes } from '../../../../contract/cups/ends-about.ts'
import { type CupFormat, cupFormats, formatOf, formats } from '../../../../contract/cups/formats.ts'
import { boardLabel } from '../../../../contract/network/modes.ts'
import { api } from '../../../platform/api.ts'
import { GoesAlong } from '../../../platform/forms/goes-along.tsx'
import { useRecordForm } from '../../../platform/forms/use-record-form.ts'
import { useSite } from '../../../platform/site.tsx'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { useSay } from '../../../platform/translation.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { FormActions, FormDialog } from '../../../ui/dialog.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { StaleNote } from '../../../ui/list/stale-note.tsx'
import { cupQuery } from '../cup-queries.ts'
import { type Say, sizeLabel } from '../cup-words.ts'

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
              <Link to={cupPath(eventId)} className="text-ink underline underline-offset-4">
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
  readonly format: CupFormat
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
  format: values.format,
  mode: values.mode,
  size: Number(values.size),
  seats: Number(values.seats),
  minimum: Number(values.minimum),
  bestOf: Number(values.bestOf),
  finalBestOf: Number(values.finalBestOf),
  gameMinutes: Number(values.gameMinutes),
  thirdPlace: formatOf(values).hasThirdPlace && values.thirdPlace,
  cut: formatOf(values).hasTable && values.cut !== noCut ? Number(values.cut) : null,
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
  const { hint, hasTable, hasThirdPlace } = formatOf(values)
  const isTeams = values.size !== '1'
  const minutes = longestBracketMinutes({
    format: values.format,
    entrants: Number(hasTable ? values.cut : values.seats),
    bestOf: Number(values.bestOf),
    finalBestOf: Number(values.finalBestOf),
    gameMinutes: Number(values.gameMinutes),
  })
  return (
    <>
      <Select
        label={t`Format`}
        options={cupFormats.map((value) => ({ value: value as string, label: formats[value].name }))}
        hint={t(hint)}
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
      {hasTable && <Select label={t`Final bracket`} options={cuts} {...form.choice('cut')} />}
      {(!hasTable || values.cut !== noCut) && (
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
                : hasTable
                  ? t`The cup ends ${{ minutes: minutes + cupTimes.lateMs / 60_000 }} minutes after the arena at the latest.`
                  : t`With all seats taken it ends after ${minutes} minutes at the latest.`
            }
            {...form.field('gameMinutes')}
          />
          {hasThirdPlace && <CheckboxField label={t`Match for third place`} {...form.field('thirdPlace')} />}
        </>
      )}
    </>
  )
}

/** The rules of a cup in one line. */
export const cupRulesOf = (
  { mode, format, size, minimum, seats, bestOf, finalBestOf, gameMinutes, thirdPlace, cut }: CupFields,
  say: Say,
) =>
  [
    mode,
    formats[format].name,
    sizeLabel(size),
    msg`${minimum} to ${seats} seats`,
    msg`best of ${bestOf}, in the final ${finalBestOf}`,
    msg`${gameMinutes} minutes a game`,
    thirdPlace ? msg`a match for third place` : '',
    cut === null ? '' : msg`a final bracket of ${cut}`,
  ]
    .map((rule) => say(rule))
    .filter(Boolean)
    .join(', ')

function CupForm({ eventId, cup, onDone }: { eventId: number; cup: Cup | null; onDone: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { modes } = useSite()
  const say = useSay()
  const refetch = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['cups'] }),
      client.invalidateQueries({ queryKey: ['events'] }),
    ])
  const put = (body: CupFields, ifMatch: number) =>
    api(cupEndpoints.put, { params: { id: eventId }, body, ifMatch })
  const form = useRecordForm<CupConfig, CupFormValues, CupFields>({
    record: cup?.config,
    schema: CupFormSchema,
    valuesOf: (config) => cupValuesOf(config, modes[0] ?? ''),
    // A colleague may have made it a cup as well.
    create: (body) => put(body, 0),
    update: ({ version }, _change, body) => put(body, version),
    refetch,
    words: {
      created: msg`The event is a cup now`,
      updated: msg`Cup updated`,
      failed: msg`The cup could not be saved. Please try again.`,
    },
    titleOf: () => cup?.title ?? '',
    onDone,
  })
  const { conflict } = form
  const removal = useMutation({
    mutationFn: () => api(cupEndpoints.remove, { params: { id: eventId }, ifMatch: cup?.config.version }),
    onSuccess: () => {
      toast({ title: t`The event is no longer a cup` })
      onDone()
      return refetch()
    },
    onError: (error) =>
      toastFailure(t`Saving failed`, error, t`The cup could not be saved. Please try again.`),
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <CupFieldset form={form} values={form.watch()} />
      {conflict && (
        <StaleNote
          differences={[{ label: msg`Rules of the cup`, now: cupRulesOf(conflict.theirs, say) }]}
          onTakeTheirs={conflict.takeTheirs}
          onKeepMine={conflict.keepMine}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        {cup !== null && (
          <Confirm
            title={t`No cup any more?`}
            description={t`It stays an event. Who is registered stays registered and is notified.`}
            confirmLabel={t`No cup any more`}
            onConfirm={() => removal.mutate()}
            trigger={
              <Button look="quiet" variant="red" type="button" disabled={removal.isPending}>
                <Trans>No cup any more</Trans>
              </Button>
            }
          >
            <GoesAlong kind="cup" id={eventId} />
          </Confirm>
        )}
        <FormActions busy={form.isSaving}>{cup === null ? t`Make it a cup` : t`Save changes`}</FormActions>
      </div>
    </form>
  )
}
