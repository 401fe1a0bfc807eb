import * as z from 'zod/mini'
import { languageTagPattern } from '../../../contract/content/settings.ts'
import { textOf } from '../../../contract/sentences.ts'
import { isStorableText } from '../../../contract/text.ts'
import { dateTime } from '../../../contract/written-schemas.ts'
import { sayInEnglish } from '../../platform/languages/say.ts'

// The file that `import` reads and `export` writes: JSON lines (docs/importing.md).

export const formatVersion = 1

/** In the order in which they are brought: each may name those before it. */
export const recordKinds = ['member', 'news', 'page', 'punishment', 'redirect'] as const

export type RecordKind = (typeof recordKinds)[number]

export const isRecordKind = (kind: unknown): kind is RecordKind => recordKinds.some((one) => one === kind)

/** Longer texts are refused by what they become; this bounds what is read. */
const text = (max: number) =>
  z
    .string()
    .check(z.maxLength(max), z.refine(isStorableText, { error: 'must not hold NUL or half a character' }))

const given = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))

/** Programs number their records; a number is the same id as its digits. */
const SourceId = z.pipe(
  z.union([text(500), z.int()]),
  z.pipe(z.transform(String), z.string().check(z.minLength(1))),
)

const Xuid = z.string().check(z.regex(/^\d{1,20}$/, { error: 'must be the digits of an XUID' }))

const moment = dateTime('The time')

export const Header = z.object({
  kind: z.literal('import'),
  version: z.literal(formatVersion),
  /** The program and site that the records are from: with their ids it says which were brought already. */
  source: z.string().check(
    z.regex(/^[a-z0-9][a-z0-9._-]{0,39}$/, {
      error: 'must be up to 40 small letters, digits, dots and hyphens',
    }),
  ),
  /** For who reads it: a site keeps its source when its address changes. */
  address: given(text(500)),
})

const longText = text(500_000)

const formatted = {
  /** One of the two. */
  markdown: given(longText),
  html: given(longText),
}

const hasOneText = z.refine<{ markdown?: string | null | undefined; html?: string | null | undefined }>(
  ({ markdown, html }) => (markdown == null) !== (html == null),
  { error: 'needs exactly one of markdown and html' },
)

export const records = {
  member: z.object({
    id: SourceId,
    name: text(200),
    email: given(text(500)),
    emailConfirmed: given(z.boolean()),
    passwordHash: given(text(500)),
    joined: given(moment),
    rank: given(text(200)),
    xuid: given(Xuid),
    gamertag: given(text(200)),
    language: given(text(50)),
  }),
  news: z
    .object({
      id: SourceId,
      title: text(500),
      slug: given(text(500)),
      summary: given(text(5_000)),
      ...formatted,
      /** Null or absent: a draft. */
      publishedAt: given(moment),
      author: given(SourceId),
      /** In other languages, by tag. */
      words: given(
        z.record(
          z.string().check(z.regex(languageTagPattern, { error: 'must be tags of languages, such as de' })),
          z.object({ title: given(text(500)), summary: given(text(5_000)), markdown: given(longText) }),
        ),
      ),
    })
    .check(hasOneText),
  page: z
    .object({
      id: SourceId,
      title: text(500),
      slug: text(500),
      description: given(text(5_000)),
      ...formatted,
      isPublished: given(z.boolean()),
      updatedAt: given(moment),
    })
    .check(hasOneText),
  punishment: z.object({
    id: SourceId,
    type: z.enum(['ban', 'mute', 'kick', 'warn', 'restriction'], {
      error: 'must be ban, mute, kick, warn or restriction',
    }),
    member: given(SourceId),
    xuid: given(Xuid),
    gamertag: given(text(200)),
    reason: given(text(10_000)),
    by: given(text(200)),
    byMember: given(SourceId),
    at: moment,
    until: given(moment),
    liftedAt: given(moment),
    liftReason: given(text(10_000)),
  }),
  redirect: z.object({
    id: z.optional(SourceId),
    from: text(1_000),
    to: given(text(1_000)),
    toMember: given(SourceId),
    toNews: given(SourceId),
    toPage: given(SourceId),
  }),
} as const

export type TransferRecord<Kind extends RecordKind> = z.infer<(typeof records)[Kind]>

const fieldsOf = {
  member: records.member.shape,
  news: records.news.shape,
  page: records.page.shape,
  punishment: records.punishment.shape,
  redirect: records.redirect.shape,
} as const satisfies Record<RecordKind, object>

/** Fields of a line that nothing reads, so that a misspelled one is seen. */
export const unreadFields = (kind: RecordKind, line: object): string[] =>
  Object.keys(line).filter((name) => name !== 'kind' && !Object.hasOwn(fieldsOf[kind], name))

/** Returns what is wrong in English, naming the field first. */
export function problemOf(error: z.core.$ZodError): string {
  const [issue] = error.issues
  const said = sayInEnglish(textOf(issue?.message ?? 'is not valid'))
  return issue === undefined || issue.path.length === 0 ? said : `${issue.path.join('.')}: ${said}`
}
