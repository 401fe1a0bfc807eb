import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Id, Timestamp } from '../ids-schemas.ts'
import { sentence } from '../sentences.ts'
import { notBlank } from '../text-schemas.ts'
import {
  AnnouncementContent,
  FaqContent,
  GuidelinesContent,
  LinksContent,
  RulesContent,
} from './content-schemas.ts'
import { text } from './content-text-schemas.ts'
import { type LegalPage, legalPageNames } from './legal.ts'
import { lookPictureKinds } from './look-pictures.ts'
import { LookContent, LookDrawing, LookPictures } from './look-schemas.ts'
import { NavigationContent } from './navigation-schemas.ts'
import { OwnPageContent } from './own-pages-schemas.ts'
import { languageTagPattern, type SettingName, settingSources } from './settings.ts'
import { ShopFile } from './shop-schemas.ts'
import { PagesContent } from './words-schemas.ts'

const oneLine = (max: number) =>
  text(max).check(z.regex(/^[^\p{Cc}]*$/u, { error: sentence(msg`must be one line of text`) }))

/** A host name or an IP address, without a port and without brackets. */
const gameHostPattern = /^(?:[A-Za-z0-9._-]{1,253}|[0-9A-Fa-f:.]{2,45})$/

const portWords = sentence(msg`must be a whole number from 1 to 65535`)

const hostWords = sentence(msg`must be a host name or an IP address, without a port and without brackets`)

const host = z.string({ error: hostWords }).check(
  z.regex(gameHostPattern, { error: hostWords }),
  // Such as 10.0.0.5:25, which is made of the characters of an IPv6 address.
  z.refine((name) => !name.includes(':') || z.ipv6().safeParse(name).success, { error: hostWords }),
)

/** Name and address of the network. */
export const IdentityContent = z.strictObject({
  name: oneLine(64),
  shortName: oneLine(24),
  host,
  port: z
    .int({ error: portWords })
    .check(z.minimum(1, { error: portWords }), z.maximum(65_535, { error: portWords })),
})

export type IdentityContent = z.infer<typeof IdentityContent>

export const originWords = msg`must be an address like https://play.example, without path or credentials`

const originPattern = /^https?:\/\/(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?\/?$/i

/** The address in the browsers of visitors. */
export const AddressContent = z.strictObject({
  publicUrl: z
    .string({ error: sentence(originWords) })
    .check(z.regex(originPattern, { error: sentence(originWords) })),
  /** Otherwise it is only saved when it reaches this site. */
  saveUnchecked: z._default(z.boolean({ error: sentence(msg`must be yes or no`) }), false),
})

export type AddressContent = z.infer<typeof AddressContent>

const mailboxWords = sentence(msg`must be an email address, with a name before it or without`)

/** `team@play.example`, or `The team <team@play.example>`. */
export const mailboxPattern = /^(?:[^<>@\r\n]{1,100}<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/

const mailbox = z.nullable(
  z
    .string({ error: mailboxWords })
    .check(z.regex(mailboxPattern, { error: mailboxWords }), z.maxLength(254, { error: mailboxWords })),
)

/** How the connection to a mail server is encrypted: from the first byte, by STARTTLS or not at all. */
export const mailEncryptions = ['tls', 'starttls', 'none'] as const

/** The mail server and the addresses of the site. How it signs in there is a secret. */
export const MailContent = z
  .strictObject({
    /** Null: the site sends no mail. */
    host: z.nullable(host),
    port: z
      .int({ error: portWords })
      .check(z.minimum(1, { error: portWords }), z.maximum(65_535, { error: portWords })),
    encryption: z.enum(mailEncryptions, { error: sentence(msg`Choose how the connection is encrypted`) }),
    /** Then nothing is sent until the sign-in is entered. */
    signsIn: z._default(z.boolean({ error: sentence(msg`must be yes or no`) }), true),
    sender: mailbox,
    /** Where messages of the contact form go. */
    contactMessagesTo: mailbox,
  })
  .check(
    z.refine(({ host, sender }) => host === null || sender !== null, {
      path: ['sender'],
      error: sentence(msg`is needed with a mail server`),
    }),
  )

export type MailContent = z.infer<typeof MailContent>

/** Whether the ranks of staff do nothing without a second factor. */
export const SecurityContent = z.strictObject({
  staffNeedSecondFactor: z.boolean({ error: sentence(msg`must be yes or no`) }),
})

const languageTag = z.string({ error: sentence(msg`Name a language by its tag, such as de or pt-BR`) }).check(
  z.regex(languageTagPattern, {
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

const page = z.string({ error: sentence(msg`must be text`) }).check(
  z.maxLength(100_000, {
    error: sentence(msg`must be 100,000 characters or less`),
  }),
)

const pages = PagesContent.shape

/** More than any setting has. */
const maxTexts = 2_000

/**
 * Words of a setting in another language. `at`: keys from the outside in, without positions in lists, because entries
 * move. `text`: what it translates, as it is written in the default language.
 */
export const TranslationContent = z
  .array(
    z.strictObject({
      at: text(200),
      text: page,
      said: page.check(notBlank(sentence(msg`must not be empty`))),
    }),
    { error: sentence(msg`must be a list`) },
  )
  .check(z.maxLength(maxTexts, { error: sentence(msg`must have ${{ max: maxTexts }} entries or less`) }))

export type TranslationContent = z.infer<typeof TranslationContent>

/** What can be saved for each setting. */
export const settingValues = {
  identity: IdentityContent,
  address: AddressContent,
  mail: MailContent,
  security: SecurityContent,
  languages: LanguagesContent,
  look: LookContent,
  links: LinksContent,
  navigation: NavigationContent,
  announcement: AnnouncementContent,
  rules: RulesContent,
  faq: FaqContent,
  guidelines: GuidelinesContent,
  shop: ShopFile,
  /** Markdown, as in the files of these names. */
  legal: z.strictObject(
    Object.fromEntries(legalPageNames.map((name) => [name, page])) as Record<LegalPage, typeof page>,
  ),
  handbook: z.strictObject({ text: page }),
  ...(Object.fromEntries(Object.entries(pages).map(([key, schema]) => [`words.${key}`, schema])) as {
    readonly [Page in keyof typeof pages as `words.${Page}`]: (typeof pages)[Page]
  }),
  page: OwnPageContent,
  translation: TranslationContent,
} satisfies { readonly [Name in SettingName]: z.ZodMiniType }

export const noSuchLanguage = msg`There is no file of this language`

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
  /** What is in force without a value of the browser: of a variable, a file or the release. Absent: `value`. */
  given: z.optional(z.unknown()),
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
  given: {
    params: scopeParams,
    response: TranslationContent,
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
      /** The revision that the undo replaces; absent or null: whatever is in force by now. */
      base: z.optional(z.nullable(Id)),
    }),
    response: Saved,
  },
}
