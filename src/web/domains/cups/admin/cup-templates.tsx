import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarSync, Pencil, Trash2, TriangleAlert } from 'lucide-react'
import { useId, useRef } from 'react'
import { Link } from 'react-router'
import { templateLimits } from '../../../../contract/cups/cup-templates.ts'
import { cupTemplateEndpoints } from '../../../../contract/cups/cup-templates-endpoints.ts'
import type { CupTemplate, TemplateDate } from '../../../../contract/cups/cup-templates-schemas.ts'
import { cupPath } from '../../../../contract/cups/cups.ts'
import { formatOf } from '../../../../contract/cups/formats.ts'
import type { Message } from '../../../../contract/languages.ts'
import { boardLabel } from '../../../../contract/network/modes.ts'
import { api } from '../../../platform/api.ts'
import { useSite } from '../../../platform/site.tsx'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { useLocale, useSay } from '../../../platform/translation.tsx'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { SeekLinked, useLinkedRow } from '../../../ui/list/linked-row.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { cupTemplatesQuery, refetchTemplates } from './cup-templates-query.ts'
import { TemplateForm } from './template-form.tsx'
import { everyWeek, formatCalendarDay } from './template-words.ts'

/** Templates of cups with their next dates. */
export function CupTemplates() {
  const { t } = useLingui()
  const headingId = useId()
  const place = useRef<HTMLElement>(null)
  const query = useQuery(cupTemplatesQuery(api))
  return (
    <section ref={place} tabIndex={-1} aria-labelledby={headingId} className="mb-8 grid gap-3 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={headingId} className="font-display text-3xl leading-none">
          <Trans>Cup templates</Trans>
        </h2>
        {(query.data?.length ?? 0) < templateLimits.templates && (
          <FormDialog
            title={t`New template`}
            trigger={
              <Button look="quiet" size="sm">
                <CalendarSync aria-hidden className="size-4" />
                <Trans>New template</Trans>
              </Button>
            }
          >
            {(close) => <TemplateForm onDone={close} />}
          </FormDialog>
        )}
      </div>
      <p className="text-ink-soft text-sm">
        <Trans>
          A template makes the same cup each week, {{ aheadDays: templateLimits.aheadDays }} days ahead.
        </Trans>
      </p>
      <Loaded
        query={query}
        failed={t`The templates could not be loaded`}
        loading={<Skeleton className="h-28" />}
      >
        {(templates) => (
          <>
            <SeekLinked thing="template" rows={templates} />
            <ul aria-labelledby={headingId} className="grid gap-3 lg:grid-cols-2">
              {templates.map((template) => (
                <TemplateCard
                  key={template.id}
                  template={template}
                  onDeleted={() => place.current?.focus()}
                />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </section>
  )
}

function TemplateCard({ template, onDeleted }: { template: CupTemplate; onDeleted: () => void }) {
  const { t } = useLingui()
  const say = useSay()
  const locale = useLocale()
  const { title } = template
  const headingId = useId()
  const { boards } = useSite()
  const deletion = useDeleteTemplate(onDeleted)
  const save = useSkippedDates(template)
  const { mark, ...row } = useLinkedRow('template', template.id)
  return (
    <li
      {...row}
      aria-busy={deletion.isPending}
      className={classes(
        'grid min-w-0 content-start gap-3 rounded-lg border border-line bg-ground-card p-4 aria-busy:opacity-60',
        mark,
      )}
    >
      <div className="grid gap-1">
        <h3 id={headingId} className="wrap-anywhere font-display text-2xl leading-tight">
          <bdi>{template.title}</bdi>
        </h3>
        <p className="wrap-anywhere text-ink-soft text-sm">{everyWeek(template, say, locale)}</p>
        {template.mode !== '' && (
          <p className="text-ink-faint text-sm">
            {boardLabel(boards, { gameType: template.mode })} · {say(formatOf(template).name)}
          </p>
        )}
      </div>
      {(template.isBroken || !template.isModeListed) && (
        <p className="flex items-center gap-2 font-bold text-bad text-sm">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          {template.isBroken
            ? t`Its time zone or its rules are no longer valid, so no cups are made until you edit it.`
            : t`Its mode is no longer listed, so no cups are made.`}
        </p>
      )}
      <ul aria-label={t`Dates of ${title}`} className="grid gap-1">
        {template.dates.map((date) => (
          <DateRow key={date.date} template={template} date={date} save={save} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <FormDialog
          title={t`Edit template`}
          trigger={
            <Button look="quiet" size="sm" aria-describedby={headingId}>
              <Pencil aria-hidden className="size-4" />
              <Trans>Edit</Trans>
            </Button>
          }
        >
          {(close) => <TemplateForm template={template} onDone={close} />}
        </FormDialog>
        <Confirm
          title={t`Delete template`}
          description={
            <Trans>
              “<bdi>{title}</bdi>” makes no more cups. Those that are made stay in the list of events.
            </Trans>
          }
          confirmLabel={t`Delete`}
          onConfirm={() => deletion.mutate(template)}
          trigger={
            <Button look="quiet" size="sm" variant="red" aria-describedby={headingId}>
              <Trash2 aria-hidden className="size-4" />
              <Trans>Delete</Trans>
            </Button>
          }
        />
      </div>
    </li>
  )
}

const stateBadges: Readonly<Record<TemplateDate['state'], readonly [label: Message, tone: BadgeTone]>> = {
  planned: [msg({ message: 'Planned', context: 'cup of a date' }), 'quiet'],
  made: [msg({ message: 'Made', context: 'cup of a date' }), 'good'],
  edited: [msg({ message: 'Changed by hand', context: 'cup of a date' }), 'gold'],
  skipped: [msg({ message: 'Skipped', context: 'cup of a date' }), 'ember'],
  deleted: [msg({ message: 'Deleted by hand', context: 'cup of a date' }), 'bad'],
}

interface DateRowProps {
  readonly template: CupTemplate
  readonly date: TemplateDate
  readonly save: ReturnType<typeof useSkippedDates>
}

function DateRow({ template, date, save }: DateRowProps) {
  const { t } = useLingui()
  const row = useRef<HTMLLIElement>(null)
  const locale = useLocale()
  const day = formatCalendarDay(date.date, locale)
  const [label, tone] = stateBadges[date.state]
  const { participantCount } = date
  const others = template.skippedDates.filter((one) => one !== date.date)
  const isSkipped = date.state === 'skipped'

  const toggle = () => {
    if (save.isPending) return
    // The button that asks is replaced by one that does not, and the focus with it.
    save.mutate(isSkipped ? others : [...others, date.date], { onSuccess: () => row.current?.focus() })
  }
  const button = (onClick?: () => void) => (
    <Button
      look="quiet"
      size="sm"
      aria-label={isSkipped ? t`Do not skip ${day}` : t`Skip ${day}`}
      aria-disabled={save.isPending || undefined}
      onClick={onClick}
    >
      {isSkipped ? t`Do not skip` : t`Skip`}
    </Button>
  )
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-sm outline-none"
    >
      <span className="w-24 tabular-nums">{day}</span>
      <Badge tone={tone}>{t(label)}</Badge>
      {date.eventId !== null && (
        <Link
          to={cupPath(date.eventId)}
          aria-label={t`Cup of ${day}`}
          className="text-ink underline underline-offset-4"
        >
          <Trans>Cup</Trans>
        </Link>
      )}
      {/* What is broken has to be edited first. */}
      <span className="ms-auto">
        {template.isBroken ? null : date.state === 'made' ? (
          <Confirm
            title={t`Skip ${day}`}
            description={t`${plural(participantCount, { one: 'Its cup is made already. It is deleted, and # registered member is notified.', other: 'Its cup is made already. It is deleted, and # registered members are notified.' })}`}
            confirmLabel={t`Skip and delete`}
            onConfirm={toggle}
            trigger={button()}
          />
        ) : (
          (date.state === 'planned' || isSkipped) && button(toggle)
        )}
      </span>
    </li>
  )
}

/** Saves which dates are skipped, for the version that is shown; pending until the list is refetched. */
function useSkippedDates({ id, version }: CupTemplate) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (skippedDates: string[]) =>
      api(cupTemplateEndpoints.update, { params: { id }, body: { skippedDates }, ifMatch: version }),
    onSuccess: () => refetchTemplates(client),
    onError(error) {
      toastFailure(t`Saving failed`, error, t`The date could not be changed. Please try again.`)
      return refetchTemplates(client)
    },
  })
}

function useDeleteTemplate(onDeleted: () => void) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, version }: CupTemplate) =>
      api(cupTemplateEndpoints.remove, { params: { id }, ifMatch: version }),
    onSuccess(_response, { title }) {
      toast({ title: t`Template deleted`, description: title })
      // The card is removed, and with it the button that has the focus.
      onDeleted()
      return refetchTemplates(client)
    },
    onError(error) {
      toastFailure(t`Deleting failed`, error, t`The template could not be deleted. Please try again.`)
      return refetchTemplates(client)
    },
  })
}
