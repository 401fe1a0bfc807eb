import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { colour } from '../content/content-text-schemas.ts'
import { sentence } from '../sentences.ts'
import { maxLength } from '../text-schemas.ts'
import { nameLine } from '../written-schemas.ts'
import { type Area, areas } from './areas.ts'
import { levelsOf, rankKeyPattern, rankLimits } from './rank-admin.ts'
import { powers } from './ranks.ts'

/** A rank as staff manage it. */
export const RankRecord = z.object({
  key: z.string(),
  /** What Discord knows it by (`rank_id`). */
  number: z.int(),
  name: z.string(),
  /** Null resets it to the shipped colour. */
  colour: z.nullable(z.string()),
  power: z.enum(powers),
  /** Where a staff rank holds its power; null for all areas. */
  areas: z.nullable(z.array(z.enum(areas))),
  /** What Discord compares (`rank_level`). */
  level: z.int(),
  /** Other names that game servers may say, and keys of ranks that were merged into it. */
  aliases: z.array(z.string()),
  shown: z.boolean(),
  /** One of the ten that each site has. */
  shipped: z.boolean(),
  /** Accounts that have it; null for Member. */
  members: z.nullable(z.int()),
  /** Sent back as If-Match. */
  version: z.int(),
})

export type RankRecord = z.infer<typeof RankRecord>

const keyError = sentence(
  msg`Name must be 1 to ${{ max: rankLimits.name }} of letters, digits, spaces, _ and -`,
)

const levelError = sentence(msg`Level must be a whole number from 0 to 9`)

const lowerColour = z.pipe(
  colour,
  z.transform((hex: string) => hex.toLowerCase()),
)

const fields = {
  name: nameLine({ name: 'Name', min: 1, max: rankLimits.name }),
  colour: lowerColour,
  level: z
    .int({ error: levelError })
    .check(z.minimum(0, { error: levelError }), z.maximum(9, { error: levelError })),
}

const areasError = sentence(msg`Areas must be some of ${{ all: areas.join(', ') }}`)

/** Once each, in their order. All of them are stored as null, so that a rank also holds those of a later release. */
const Areas = z.pipe(
  z
    .array(z.enum(areas, { error: areasError }), { error: areasError })
    .check(
      z.minLength(1, { error: sentence(msg`Choose one area at least`) }),
      z.maxLength(areas.length, { error: areasError }),
    ),
  z.transform((chosen: Area[]) => {
    const once = areas.filter((area) => chosen.includes(area))
    return once.length === areas.length ? null : once
  }),
)

const power = z.enum(powers, {
  error: sentence(msg`Power must be one of ${{ all: powers.slice(0, -1).join(', ') }}`),
})

export const NewRank = z
  .strictObject({
    /** Also its key, for ever. */
    name: fields.name.check(z.regex(rankKeyPattern, { error: keyError })),
    colour: fields.colour,
    power: power.check(
      z.refine((one) => one !== 'owner', { error: sentence(msg`Only the rank Owner has this power`) }),
    ),
    /** The lowest of the power when absent. */
    level: z.optional(fields.level),
    /** Of a staff rank; all when absent or null. */
    areas: z.optional(z.nullable(Areas)),
  })
  .check(({ value: { power, level, areas }, issues }) => {
    if (areas && power === 'member')
      issues.push({
        code: 'custom',
        input: areas,
        path: ['areas'],
        message: sentence(msg`Only a rank of staff has areas`),
      })
    const [min, max] = levelsOf[power]
    if (level !== undefined && (level < min || level > max))
      issues.push({
        code: 'custom',
        input: level,
        path: ['level'],
        message:
          min === max
            ? sentence(msg`Level of this power must be ${min}`)
            : sentence(msg`Level of this power must be ${min} to ${max}`),
      })
  })

export type NewRank = z.infer<typeof NewRank>

/** An absent field is unchanged. */
export const RankChange = z.strictObject({
  name: z.optional(fields.name),
  /** Null: as the site ships it. */
  colour: z.optional(z.nullable(fields.colour)),
  level: z.optional(fields.level),
  shown: z.optional(z.boolean({ error: sentence(msg`shown must be true or false`) })),
  /** Null: all of them. */
  areas: z.optional(z.nullable(Areas)),
  /** Replaces all but the keys of merged ranks. */
  aliases: z.optional(
    z
      .array(fields.name)
      .check(z.maxLength(rankLimits.aliases, { error: sentence(msg`These are too many names`) })),
  ),
})

export type RankChange = z.infer<typeof RankChange>

const Key = z.string().check(maxLength(rankLimits.name, sentence(msg`There is no such rank`)))

const params = z.object({ key: Key })

const Order = z
  .array(Key)
  .check(z.maxLength(rankLimits.ranks, { error: sentence(msg`These are too many ranks`) }))

export const rankSchemas = {
  list: { response: z.array(RankRecord) },
  create: { body: NewRank, response: RankRecord },
  update: { versioned: true, params, body: RankChange, response: RankRecord },
  order: {
    body: z.strictObject({
      /** All keys. Power rises, and the shipped ranks keep their order. */
      order: Order,
      /** The order that the change replaces; absent: whatever it is by now. */
      base: z.optional(Order),
    }),
    response: z.array(RankRecord),
  },
  merge: { versioned: true, params, body: z.strictObject({ into: Key }), response: z.array(RankRecord) },
}
