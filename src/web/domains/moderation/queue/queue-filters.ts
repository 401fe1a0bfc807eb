import { maxSearchLength, minSearchLength } from '../../../../contract/moderation/cases.ts'
import { reportClasses, severities } from '../../../../contract/moderation/report-classes.ts'
import { choiceIn } from '../../../platform/address-choice.ts'

export const caseStates = ['open', 'claimed', 'decided'] as const

const anyOf = <Value extends string>(values: readonly Value[]) => ['all', ...values] as const

/** Choices by their name in the address; the first means that nothing is narrowed. */
const choices = {
  severity: anyOf(severities),
  class: anyOf(Object.keys(reportClasses) as (keyof typeof reportClasses)[]),
  subject: anyOf(['post', 'comment', 'player', 'pattern'] as const),
  days: anyOf(['1', '3', '7', '30'] as const),
} as const

export interface QueueFilters {
  readonly show: (typeof caseStates)[number]
  readonly severity: (typeof choices.severity)[number]
  readonly class: (typeof choices.class)[number]
  readonly subject: (typeof choices.subject)[number]
  readonly days: (typeof choices.days)[number]
  readonly assignee: string
  readonly q: string
}

/** What the address narrows the queue to. */
export function filtersIn(search: string): QueueFilters {
  const query = new URLSearchParams(search)
  const text = (name: string, max: number) => [...(query.get(name)?.trim() ?? '')].slice(0, max).join('')
  return {
    show: choiceIn(search, 'show', caseStates),
    severity: choiceIn(search, 'severity', choices.severity),
    class: choiceIn(search, 'class', choices.class),
    subject: choiceIn(search, 'subject', choices.subject),
    days: choiceIn(search, 'days', choices.days),
    assignee: text('assignee', 32),
    q: text('q', maxSearchLength),
  }
}

/** The query of the API; a search that is too short is not sent. */
export function queryOf({ show, severity, class: about, subject, days, assignee, q }: QueueFilters) {
  return {
    state: show,
    ...(severity !== 'all' && { severity }),
    ...(about !== 'all' && { class: about }),
    ...(subject !== 'all' && { subjectType: subject }),
    ...(days !== 'all' && { days }),
    ...(assignee !== '' && { assignee }),
    ...([...q].length >= minSearchLength && { q }),
  }
}

/** The address of other filters; those that narrow nothing leave no trace. */
export function searchOf(search: string, change: Partial<QueueFilters>): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change))
    if (value === '' || value === 'all' || value === caseStates[0]) query.delete(name)
    else query.set(name, value)
  return query.toString()
}

/** True when anything but the state is narrowed. */
export const isNarrowed = ({ show: _show, ...rest }: QueueFilters) =>
  Object.values(rest).some((value) => value !== '' && value !== 'all')

export const filterLabels = {
  severity: { label: 'Severity', options: { all: 'Any', high: 'High', medium: 'Medium', low: 'Low' } },
  class: { label: 'About', options: { all: 'Anything', ...reportClasses } },
  subject: {
    label: 'Subject',
    options: {
      all: 'Any',
      post: 'Posts',
      comment: 'Comments',
      player: 'Players',
      pattern: 'Patterns in matches',
    },
  },
  days: {
    label: 'Age',
    options: {
      all: 'Any',
      1: '1 day or more',
      3: '3 days or more',
      7: '7 days or more',
      30: '30 days or more',
    },
  },
} as const
