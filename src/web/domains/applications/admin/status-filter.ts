import { msg } from '@lingui/core/macro'
import type { ApplicationFilter } from '../../../../contract/applications/applications-schemas.ts'
import { applicationStatusLabels } from '../../../../contract/labels.ts'
import type { Message } from '../../../../contract/languages.ts'

/** The tabs, in their order: those on hold are found under All only (docs/spec/rulings.md, Pages). */
export const tabs = [
  'all',
  'pending',
  'reviewing',
  'interview',
  'accepted',
  'rejected',
] as const satisfies readonly ApplicationFilter[]
export type Tab = (typeof tabs)[number]

/** Returns the tab of a URL; all without a status, undefined for an unknown one. */
export const tabOf = (status: string | undefined): Tab | undefined =>
  status === undefined ? 'all' : tabs.find((tab) => tab === status)

export const tabLabel = (tab: Tab): Message => (tab === 'all' ? msg`All` : applicationStatusLabels[tab])

export const tabPath = (tab: Tab) => (tab === 'all' ? '/admin/applications' : `/admin/applications/${tab}`)
