import { msg } from '@lingui/core/macro'
import { reportClasses } from '../../../../contract/moderation/report-classes.ts'
import { minSearched } from '../../../../contract/text.ts'
import { choiceIn } from '../../../platform/navigation/address-choice.ts'
import {
  ageFilter,
  assigneeFilter,
  type FiltersOf,
  filtersIn,
  narrowing,
  searchFilter,
} from '../../../platform/navigation/address-filters.ts'

export const caseStates = ['open', 'claimed', 'decided'] as const

export const caseFilters = {
  q: searchFilter(msg`A name, text or reason: ${minSearched} characters or more`),
  assignee: assigneeFilter,
  severity: {
    label: msg`Severity`,
    options: { all: msg`Any`, high: msg`High`, medium: msg`Medium`, low: msg`Low` },
  },
  class: {
    label: msg({ message: 'About', context: 'what a report says' }),
    options: { all: msg`Anything`, ...reportClasses },
  },
  subject: {
    label: msg({ message: 'Subject', context: 'of a case' }),
    options: {
      all: msg`Any`,
      post: msg`Posts`,
      comment: msg`Comments`,
      player: msg`Players`,
      pattern: msg`Patterns in matches`,
    },
  },
  days: ageFilter,
} as const

export interface Queue {
  readonly show: (typeof caseStates)[number]
  readonly filters: FiltersOf<typeof caseFilters>
}

/** The filters of the queue in the URL. */
export const queueIn = (search: string): Queue => ({
  show: choiceIn(search, 'show', caseStates),
  filters: filtersIn(search, caseFilters),
})

/** The query of the API. */
export function queryOf({ show, filters }: Queue) {
  const { severity, class: about, subject, days, assignee, q } = narrowing(caseFilters, filters)
  return { state: show, severity, class: about, subjectType: subject, days, assignee, q }
}
