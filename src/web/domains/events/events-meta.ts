import { msg } from '@lingui/core/macro'
import type { MetaDescriptor } from 'react-router'
import { isCancelled } from '../../../contract/cups/cup-moves.ts'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { type MetaSite, metaTags } from '../../platform/navigation/meta.ts'
import { type Prefetched, queriesOf } from '../../platform/prefetched-data.ts'
import { sayIn } from '../../platform/translation.tsx'
import { formatDate } from '../../ui/date-format.ts'
import { eventsKey } from './events-query.ts'

/** The event of the URL, if the document loaded it. */
function sharedEvent(loaded: Prefetched | null | undefined, search: string): Event | undefined {
  const wanted = new URLSearchParams(search).get('event')
  if (!loaded) return undefined
  return queriesOf(loaded)
    .filter(([key]) => key[0] === eventsKey[0])
    .flatMap(([, data]) => (data ?? []) as readonly Event[])
    .find(({ id }) => String(id) === wanted)
}

const whenOn = ({ name, language }: MetaSite, { status, startDate, cup }: Event) =>
  cup && isCancelled(cup.stage)
    ? msg`Cancelled.`
    : status === 'tba'
      ? msg`Date to be announced on ${name}.`
      : msg`${{ date: formatDate(startDate, 'UTC', language?.tag) }} UTC on ${name}.`

/** The meta tags of the page, or of the event in the URL, so that link previews show it. */
export function eventsMeta(
  site: MetaSite,
  loaded: Prefetched | null | undefined,
  search: string,
): MetaDescriptor[] {
  const event = sharedEvent(loaded, search)
  if (event === undefined) {
    return metaTags(site, {
      title: msg`Events`,
      description: site.words.events?.description,
      path: '/events',
    })
  }
  const rewards = event.rewards.join(', ')
  const sentences = [whenOn(site, event), ...(rewards === '' ? [] : [msg`To win: ${rewards}.`])]
  return metaTags(site, {
    title: event.title,
    description: sentences.map((sentence) => sayIn(site.language, sentence)).join(' '),
    path: `/events?event=${event.id}`,
    image: `/share/event/${event.id}.png`,
  })
}
