import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Id, Timestamp } from '../ids-schemas.ts'
import { sentence } from '../sentences.ts'
import { text } from './content-text-schemas.ts'
import { lookPictureKinds } from './look-pictures.ts'
import { LookDrawing, LookPictures } from './look-schemas.ts'
import { settingSources } from './settings.ts'

const oneLine = (max: number) =>
  text(max).check(z.regex(/^[^\p{Cc}]*$/u, { error: sentence(msg`must be one line of text`) }))

/** A host name or an IP address, without a port and without brackets. */
const gameHostPattern = /^(?:[A-Za-z0-9._-]{1,253}|[0-9A-Fa-f:.]{2,45})$/

const portWords = sentence(msg`must be a whole number from 1 to 65535`)

/** Name and address of the network. */
export const IdentityContent = z.strictObject({
  name: oneLine(64),
  shortName: oneLine(24),
  host: z.string({ error: sentence(msg`must be a host name or an IP address`) }).check(
    z.regex(gameHostPattern, {
      error: sentence(msg`must be a host name or an IP address, without a port and without brackets`),
    }),
  ),
  port: z
    .int({ error: portWords })
    .check(z.minimum(1, { error: portWords }), z.maximum(65_535, { error: portWords })),
})

export type IdentityContent = z.infer<typeof IdentityContent>

const languageTag = z.string({ error: sentence(msg`Name a language by its tag, such as de or pt-BR`) }).check(
  z.regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, {
    error: sentence(msg`Name a language by its tag, such as de or pt-BR`),
  }),
)

const maxLanguages = 100

/** The languages that visitors may choose. */
export const LanguagesContent = z
  .strictObject({
    default: languageTag,
    offered: z.array(languageTag, { error: sentence(msg`Offer at least one language`) }).check(
      z.minLength(1, { error: sentence(msg`Offer at least one language`) }),
      z.maxLength(maxLanguages, { error: sentence(msg`That is too many languages`) }),
      z.refine((tags) => new Set(tags).size === tags.length, {
        error: sentence(msg`Name each language once`),
      }),
    ),
  })
  .check(
    z.refine((value) => value.offered.includes(value.default), {
      path: ['default'],
      error: sentence(msg`The default must be one of the offered languages`),
    }),
  )

export type LanguagesContent = z.infer<typeof LanguagesContent>

export const noSuchLanguage = sentence(msg`There is no file of this language`)

/** A language that can be offered. */
export const AvailableLanguage = z.object({
  tag: z.string(),
  /** As its own speakers call it. */
  name: z.string(),
  /** Of the release. */
  texts: z.int(),
  translated: z.int(),
  /** Translations that cannot be used; they are English. */
  faulty: z.int(),
})

export type AvailableLanguage = z.infer<typeof AvailableLanguage>

export const Setting = z.object({
  scope: z.string(),
  /** As it was written: with placeholders such as `{site}`. */
  value: z.unknown(),
  /** The newest revision; null while nothing was saved. */
  revision: z.nullable(Id),
  source: z.enum(settingSources),
  /** The variable or file that decides about the whole setting, or the variables that decide about a part of it. */
  lockedBy: z.optional(z.string()),
  /** Parts that cannot be changed here, by key, with the variable or file that decides. */
  locked: z.optional(z.record(z.string(), z.string())),
  /** Why what was saved is not in use. */
  problem: z.optional(z.string()),
  by: z.nullable(z.string()),
  at: z.nullable(Timestamp),
  /** JSON Schema of the value. */
  shape: z.unknown(),
})

export type Setting = z.infer<typeof Setting>

export const SettingRevision = z.object({
  revision: Id,
  /** Null: back to what was shipped. */
  value: z.unknown(),
  by: z.nullable(z.string()),
  at: Timestamp,
})

export type SettingRevision = z.infer<typeof SettingRevision>

const scopeParams = z.object({ scope: z.string() })

const Saved = z.object({ revision: Id })

export const settingSchemas = {
  list: {
    response: z.object({ scopes: z.array(Setting) }),
  },
  save: {
    params: scopeParams,
    body: z.strictObject({
      value: z.unknown(),
      /** The revision that was changed; null where there was none. */
      base: z.nullable(Id),
    }),
    response: Saved,
  },
  preview: {
    params: scopeParams,
    body: z.strictObject({ value: z.unknown() }),
    /** The value of the parameter `preview` of a page. */
    response: z.object({ token: z.string(), expiresAt: Timestamp }),
  },
  picture: {
    params: z.object({ kind: z.enum(lookPictureKinds) }),
    body: z.strictObject({
      /** `data:` URL of the file. */
      image: z.string(),
    }),
    /** What the setting names it by, and where it is served. */
    response: z.object({ picture: z.string(), url: z.string() }),
  },
  drawing: {
    body: LookDrawing,
    response: LookPictures,
  },
  languages: {
    response: z.array(AvailableLanguage),
  },
  revisions: {
    params: scopeParams,
    response: z.array(SettingRevision),
  },
  ping: {
    body: z.pick(IdentityContent, { host: true, port: true }),
    /** Null: no game server answered there within 3 s. */
    response: z.object({
      pong: z.nullable(
        z.object({
          latencyMs: z.int(),
          playerCount: z.nullable(z.int()),
          maxPlayers: z.nullable(z.int()),
        }),
      ),
    }),
  },
  undo: {
    params: scopeParams,
    body: z.strictObject({
      /** The revision to go back to; null: what was shipped. */
      to: z.nullable(Id),
    }),
    response: Saved,
  },
}
