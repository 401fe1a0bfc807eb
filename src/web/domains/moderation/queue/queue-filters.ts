import { msg } from '@lingui/core/macro'
import { reportClasses } from '../../../../contract/moderation/report-classes.ts'
import { minSearched } from '../../../../contract/text.ts'
import { choiceIn } from '../../../platform/address-choice.ts'
import {
  ageFilter,
  assigneeFilter,
  type FiltersOf,
  filtersIn,
  narrowing,
  searchFilter,
} from '../../../platform/address-filters.ts'

export const caseStates = ['open', 'claimed', 'decided'] as const

export const caseFilters = {
  q: searchFilter(msg`A name, text or reason: ${minSearched} characters or more`),
  assignee: assigneeFilter,
  severity: { label: msg`Severity`, options: { all: msg`Any`, high: 'High', medium: 'Medium', low: 'Low' } },
  class: { label: 'About', options: { all: 'Anything', ...reportClasses } },
  subject: {
    label: 'Subject',
    options: {
      all: msg`Any`,
      post: 'Posts',
      comment: 'Comments',
      player: 'Players',
      pattern: 'Patterns in matches',
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
