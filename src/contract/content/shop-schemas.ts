import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { rankLimits } from '../accounts/rank-admin.ts'
import { isStaffRank, type Rank, rankCalled } from '../accounts/ranks.ts'
import { ownValue } from '../own-value.ts'
import { sentence } from '../sentences.ts'
import { userLink } from '../text-schemas.ts'
import { colour, listOf, shortText, title } from './content-text-schemas.ts'
import { type TierLook, tierLooks } from './shop.ts'

const soldRankWords = sentence(msg`must be the name of a rank`)

/**
 * A rank that the shop may sell, by key, name or alias. One that the site does not know is left alone: files are read
 * before the ranks of the site are.
 */
const soldRank = z.string({ error: soldRankWords }).check(
  z.minLength(1, { error: soldRankWords }),
  z.maxLength(rankLimits.name, {
    error: sentence(msg`must be ${{ max: rankLimits.name }} characters or less`),
  }),
  z.refine((name) => !isStaffRank(rankCalled(name)?.key ?? name), {
    error: sentence(msg`must be a rank of members: staff ranks are not for sale`),
  }),
)

/** A price in minor currency units. */
const Price = z
  .int({
    error: sentence(msg`must be a price in the currency's smallest unit, a whole number: 499 for 4.99`),
  })
  .check(
    z.minimum(0, { error: sentence(msg`must not be negative`) }),
    z.maximum(100_000_000, { error: sentence(msg`must be 100000000 or less`) }),
  )

const offer = {
  name: title,
  /** Paid once for a rank, monthly for a pass. */
  cents: Price,
  tagline: shortText,
  highlights: listOf(shortText, 8),
}

/** A tier as written in the file, without its key. */
const Offer = z.strictObject({
  ...offer,
  look: z.optional(
    z.enum(tierLooks, { error: sentence(msg`must be one of: ${{ all: tierLooks.join(', ') }}`) }),
  ),
  /** The member rank that this tier grants. */
  rank: z.optional(soldRank),
  colour: z.optional(colour),
})

const maxTiers = 8

const tierKey = /^[A-Za-z][A-Za-z0-9]{0,30}$/

/** Keys that a perk may have besides tier keys. */
const perkKeys = ['name', 'about', 'free']

const tiersIn = ({ note: _, ...tiers }: { readonly note: string; readonly [key: string]: unknown }) =>
  Object.keys(tiers)

const Group = z.catchall(z.object({ note: shortText }), Offer).check(({ value, issues }) => {
  const keys = tiersIn(value)
  const report = (key: string | undefined, message: string) =>
    issues.push({ code: 'custom', input: value, path: key === undefined ? [] : [key], message })
  if (keys.length > maxTiers)
    report(keys[maxTiers], sentence(msg`is one too many: a shop has ${maxTiers} of a kind at most`))
  for (const key of keys) {
    if (!tierKey.test(key))
      report(key, sentence(msg`must be named with letters and digits only, a letter first`))
    if (perkKeys.includes(key))
      report(key, sentence(msg`must have another key: name, about and free belong to perks`))
  }
})

/** Value of a perk for a tier: text, or yes or no. */
const PerkValue = z.union([z.boolean(), title], { error: sentence(msg`must be text, true or false`) })

export type PerkValue = z.infer<typeof PerkValue>

/** A perk as written in the file, with its values by tier key. An absent tier does not include the perk. */
const FilePerk = z.catchall(
  z.object({
    name: title,
    about: shortText,
    /** Value of the perk for members who paid nothing. */
    free: z._default(PerkValue, false),
  }),
  PerkValue,
)

const currencyWords = sentence(msg`must be the three letters of a currency, like USD, EUR or JPY`)

const Currency = z
  .string({ error: currencyWords })
  .check(z.refine((code) => Intl.supportedValuesOf('currency').includes(code), { error: currencyWords }))

/** Schema of shop.yaml. */
export const ShopFile = z
  .strictObject({
    currency: z._default(Currency, 'USD'),
    /** Where PURCHASE leads; without it nothing can be bought. */
    storeUrl: z.optional(
      z.nullable(userLink(sentence(msg`must be a link that begins with https:// or http://`))),
    ),
    ranks: z.optional(Group),
    passes: z.optional(Group),
    perks: listOf(z.strictObject({ title, perks: listOf(FilePerk, 20) }), 10),
  })
  .check(({ value, issues }) => {
    const ranks = value.ranks === undefined ? [] : tiersIn(value.ranks)
    const passes = value.passes === undefined ? [] : tiersIn(value.passes)
    const report = (path: (string | number)[], message: string) =>
      issues.push({ code: 'custom', input: value, path, message })
    if (ranks.length + passes.length === 0)
      report([], sentence(msg`lacks tiers: put one at least under ranks or passes`))
    for (const key of passes)
      if (ranks.includes(key))
        report(['passes', key], sentence(msg`has the key of a rank: each tier has a key of its own`))
    for (const [group, { perks }] of value.perks.entries())
      for (const [at, perk] of perks.entries())
        for (const key of Object.keys(perk))
          if (![...perkKeys, ...ranks, ...passes].includes(key))
            report(
              ['perks', group, 'perks', at, key],
              `is not a tier of this shop. Its tiers are: ${[...ranks, ...passes].join(', ')}`,
            )
  })

export type ShopFile = z.infer<typeof ShopFile>

/** A rank or pass for sale. */
export const Tier = z.object({
  /** Referenced by `tiers` of a perk. */
  key: z.string(),
  ...offer,
  look: z.enum(tierLooks),
  /** Key of the rank, unless the site does not know it. */
  rank: z.optional(z.string()),
  /** Overrides the colour of the look. */
  colour: z.optional(z.string()),
})

export type Tier = z.infer<typeof Tier>

const Perk = z.object({
  name: z.string(),
  about: z.string(),
  free: PerkValue,
  /** Keyed by tier key. */
  tiers: z.record(z.string(), PerkValue),
})

export type Perk = z.infer<typeof Perk>

const Tiers = z.object({ note: z.string(), tiers: z.array(Tier) })

/** The shop as the API returns it; tiers are in file order. */
export const ShopContent = z.object({
  currency: z.string(),
  storeUrl: z.nullable(z.string()),
  ranks: Tiers,
  passes: Tiers,
  perks: z.array(z.object({ title: z.string(), perks: z.array(Perk) })),
})

export type ShopContent = z.infer<typeof ShopContent>

/** Default looks of the five original tier keys; any other key gets the default of its kind. */
const looks: Readonly<Record<string, TierLook>> = {
  gold: 'gold',
  emerald: 'emerald',
  diamond: 'diamond',
  gamePass: 'ticket',
  battlePass: 'swords',
}

type Group = NonNullable<ShopFile['ranks']>

type FileTier = Omit<Tier, 'key' | 'look'> & { readonly look?: TierLook | undefined }

/** A tier whose key is that of a rank of members, such as `gold`, grants it. */
function rankByKey(key: string): Rank | undefined {
  const rank = rankCalled(key)?.key
  return rank === undefined || rank === 'Member' || isStaffRank(rank) ? undefined : rank
}

function groupOf(group: Group | undefined, defaultLook: TierLook) {
  const { note = '', ...tiers } = group ?? {}
  return {
    note,
    tiers: Object.entries(tiers as unknown as Record<string, FileTier>).map(
      ([key, { look = ownValue(looks, key) ?? defaultLook, rank = rankByKey(key), ...tier }]): Tier => ({
        key,
        look,
        ...(rank !== undefined && { rank: rankCalled(rank)?.key ?? rank }),
        ...tier,
      }),
    ),
  }
}

/** Converts the file to the API's shape: tiers become lists in file order. */
export function shopOf({ currency, storeUrl = null, ranks, passes, perks }: ShopFile): ShopContent {
  return {
    currency,
    storeUrl,
    ranks: groupOf(ranks, 'gold'),
    passes: groupOf(passes, 'ticket'),
    perks: perks.map(({ title, perks }) => ({
      title,
      perks: perks.map(({ name, about, free, ...tiers }): Perk => ({ name, about, free, tiers })),
    })),
  }
}
