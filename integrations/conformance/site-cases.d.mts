import type { SiteClient } from './client.mjs'

export declare const siteCases: Readonly<
  Record<string, (kit: { readonly site: SiteClient; readonly other: SiteClient }) => Promise<void>>
>
