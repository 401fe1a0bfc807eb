import { queryOptions } from '@tanstack/react-query'
import { secretEndpoints } from '../../../../contract/content/secrets-endpoints.ts'
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

/** Which secrets of the site are set. */
export const secretsQuery = (call: Transport) =>
  queryOptions({
    // Under the settings, because a saved mail server decides which sign-in can be used.
    queryKey: [...settingsKey, 'secrets'],
    queryFn: ({ signal }) => call(secretEndpoints.list, { signal }),
    staleTime: 0,
  })

/** The languages that can be offered, and how complete each is. */
export const languagesQuery = (call: Transport) =>
  queryOptions({
    queryKey: [...settingsKey, 'languages', 'available'],
    queryFn: ({ signal }) => call(settingEndpoints.languages, { signal }),
  })

/** What files and the release say in a language, for the scope of its words. */
export const givenQuery = (call: Transport, scope: string) =>
  queryOptions({
    queryKey: [...settingsKey, scope, 'given'],
    queryFn: ({ signal }) => call(settingEndpoints.given, { params: { scope }, signal }),
    staleTime: 0,
  })

export const revisionsQuery = (call: Transport, scope: SettingScope) =>
  queryOptions({
    queryKey: [...settingsKey, scope, 'revisions'],
    queryFn: ({ signal }) => call(settingEndpoints.revisions, { params: { scope }, signal }),
    staleTime: 0,
  })
