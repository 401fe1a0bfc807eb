import { queryOptions } from '@tanstack/react-query'
import type { SettingScope } from '../../../../contract/content/settings.ts'
import { settingEndpoints } from '../../../../contract/content/settings-endpoints.ts'
import type { Transport } from '../../../../contract/endpoint.ts'
import { adminKey } from '../../../platform/keyset-query.ts'

export const settingsKey = [...adminKey, 'settings'] as const

/** Every setting that the viewer may read, with its value; asked for at every visit. */
export const settingsQuery = (call: Transport) =>
  queryOptions({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(settingEndpoints.list, { signal }),
    staleTime: 0,
  })

/** The languages that can be offered, and how complete each is. */
export const languagesQuery = (call: Transport) =>
  queryOptions({
    queryKey: [...settingsKey, 'languages', 'available'],
    queryFn: ({ signal }) => call(settingEndpoints.languages, { signal }),
  })

export const revisionsQuery = (call: Transport, scope: SettingScope) =>
  queryOptions({
    queryKey: [...settingsKey, scope, 'revisions'],
    queryFn: ({ signal }) => call(settingEndpoints.revisions, { params: { scope }, signal }),
    staleTime: 0,
  })
