import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarPlus } from 'lucide-react'
import { Link } from 'react-router'
import { cupPath } from '../../../contract/cups/cups.ts'
import { eventAddress, eventCalendarPath } from '../../../contract/events/events.ts'
import type { Event } from '../../../contract/events/events-schemas.ts'
import type { Message } from '../../../contract/languages.ts'
import { useSite } from '../../platform/site.tsx'
import { useSay } from '../../platform/translation.tsx'
import { Button } from '../../ui/button.tsx'
import { MenuItem } from '../../ui/dropdown-menu.tsx'
import { ActionMenu, ShareButton } from '../../ui/share-menu.tsx'
import { titleName } from '../../ui/title-name.ts'
import { RegisterButton, type RegisterButtonProps } from './register-button.tsx'
import { isEventCancelled } from './use-registration.ts'

type Cup = NonNullable<Event['cup']>

/** What leads to the page of a cup; null where registering comes first, or nothing is there to see. */
function cupLabel({ stage, state }: Cup): Message | null {
  if (stage === 'final') return msg`See the result`
  if (stage === 'announced' || stage === 'cancelled' || stage === 'stopped') return null
  if (stage === 'check_in' && state === 'registered') return msg`Check in`
  if (state === 'registered' || state === 'waiting' || state === 'in') return msg`Go to the cup`
  return stage === 'closed' || stage === 'running' ? msg`Watch the cup` : null
}

/** One main action by the state of an event, and a menu with the others. */
export function EventActions(props: RegisterButtonProps) {
  const { event, describedBy, size } = props
  const say = useSay()
  const { cup } = event
  const label = cup ? cupLabel(cup) : null
  return (
    <>
      {label !== null && (
        <Button asChild {...(size && { size })}>
          <Link to={cupPath(event.id)} aria-describedby={describedBy}>
            {say(label)}
          </Link>
        </Button>
      )}
      <RegisterButton {...props} />
      <EventMenu event={event} describedBy={describedBy} />
      {cup && <WithoutSeat cup={cup} />}
    </>
  )
}

/** Adds an event that is ahead to a calendar, and shares it. */
function EventMenu({ event, describedBy }: RegisterButtonProps) {
  const { publicUrl } = useSite()
  const calendar = eventCalendarPath(event.id)
  const add = (
    <>
      <CalendarPlus aria-hidden className="size-4" />
      <Trans>Add to calendar</Trans>
    </>
  )
  const page = { url: publicUrl + eventAddress(event.id), title: titleName(event.title), describedBy }
  if (event.status === 'past' || isEventCancelled(event)) return <ShareButton {...page} />
  return (
    <>
      <ActionMenu {...page}>
        <MenuItem asChild>
          <Link reloadDocument to={calendar} download>
            {add}
          </Link>
        </MenuItem>
      </ActionMenu>
      {/* The menu opens by script. */}
      <noscript>
        <Button asChild look="quiet" size="sm">
          <a href={calendar} download aria-describedby={describedBy}>
            {add}
          </a>
        </Button>
      </noscript>
    </>
  )
}

/** Why the viewer only watches a cup that goes on. */
function WithoutSeat({ cup: { stage, state } }: { cup: Cup }) {
  const { t } = useLingui()
  if (stage !== 'closed' && stage !== 'running') return null
  return (
    <p className="max-w-prose basis-full text-ink-soft text-sm empty:hidden">
      {state === 'out'
        ? t`The cup is running, and you are out of it.`
        : state === 'missed'
          ? t`You are not in this cup: you had no seat when check-in closed.`
          : state === null && stage === 'closed' && t`Check-in is over. The cup is about to start.`}
    </p>
  )
}
