import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { sentence } from '../sentences.ts'
import { isEmail, isVisible } from '../text.ts'
import { maxLength, notBlank, userLink } from '../text-schemas.ts'
import {
  type ApplicationPosition,
  applicationLimits,
  buildingStyles,
  designSoftware,
  deviceTypes,
  previousExperiences,
} from './application-options.ts'

const tooLong = (max: number) => `Please use ${max} characters or less`

/** Trimmed single line without control characters and Unicode's line and paragraph separators. */
const line = (max: number, error: string) =>
  z
    .string({ error })
    .check(
      z.normalize('NFC'),
      z.trim(),
      notBlank(error),
      maxLength(max, tooLong(max)),
      z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, { error: sentence(msg`Please write a single line`) }),
    )

/** Multi-line text, stored as written. */
const text = (error: string) => {
  const max = applicationLimits.text
  return z.string({ error }).check(z.normalize('NFC'), notBlank(error), maxLength(max, tooLong(max)))
}

/** Empty text, blank text and null all mean "not answered". */
const emptyIsNull = z.transform((value: unknown) =>
  value === undefined || (typeof value === 'string' && !isVisible(value)) ? null : value,
)

const optionalText = (max: number) =>
  z.optional(
    z.pipe(
      emptyIsNull,
      z.nullable(
        z.string({ error: sentence(msg`Please answer in words`) }).check(maxLength(max, tooLong(max))),
      ),
    ),
  )

const optionalLink = z.optional(
  z.pipe(emptyIsNull, z.nullable(userLink('Please enter a link that begins with https:// or leave blank'))),
)

/** Accepts a whole number, or its digits from a form field. */
const wholeNumber = ({ min, max }: { min: number; max: number }, error: string) =>
  z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' && /^\s*[0-9]{1,4}\s*$/.test(value) ? Number(value) : value,
    ),
    z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error })),
  )

const words: Readonly<Record<string, boolean>> = { yes: true, no: false }

/** Accepts a boolean, or `yes` and `no` from a form field. */
const yesOrNo = (error: string) =>
  z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : value,
    ),
    z.boolean({ error }),
  )

const someOf = <const Values extends readonly string[]>(values: Values, error: string) =>
  z.array(z.enum(values, { error }), { error }).check(
    z.minLength(1, { error }),
    z.maxLength(values.length, { error }),
    z.refine((chosen) => new Set(chosen).size === chosen.length, { error }),
  )

const { age, hoursPerWeek } = applicationLimits

/** Questions for every applicant. */
export const commonAnswers = {
  minecraft_username: line(applicationLimits.minecraftName, 'Please enter your Minecraft name'),
  age: wholeNumber(age, `Please enter your age in years, from ${age.min} to ${age.max}`),
  discord_username: line(applicationLimits.discordName, 'Please enter your Discord name'),
  email: z
    .string({ error: sentence(msg`Please enter your email address`) })
    .check(z.trim(), z.refine(isEmail, { error: sentence(msg`Please enter a valid email address`) })),
  timezone: line(applicationLimits.timezone, 'Please say which time zone you live in'),
  hours_per_week: wholeNumber(
    hoursPerWeek,
    `Please enter whole hours per week, from ${hoursPerWeek.min} to ${hoursPerWeek.max}`,
  ),
  previous_experience: z.enum(previousExperiences, {
    error: sentence(msg`Please say whether you were staff before`),
  }),
  past_server_names: optionalText(applicationLimits.line),
  past_positions: optionalText(applicationLimits.line),
  past_duration: optionalText(applicationLimits.line),
  current_server_names: optionalText(applicationLimits.line),
  current_position: optionalText(applicationLimits.line),
  current_duration: optionalText(applicationLimits.line),
  why_join: text('Please tell us why you want to join'),
  how_handle_conflict: text('Please tell us how you handle conflict'),
  additional_questions: optionalText(applicationLimits.text),
} as const

/** Questions for helpers only. */
const helperAnswers = {
  has_microphone: yesOrNo('Please say whether you have a microphone'),
  has_recording_software: yesOrNo('Please say whether you can record your screen'),
  device_type: someOf(deviceTypes, 'Please choose the devices that you play on'),
  moderation_scenario_toxic: text('Please tell us what you would do'),
  moderation_scenario_cheats: text('Please tell us what you would do'),
  moderation_scenario_glitch: text('Please tell us what you would do'),
  staff_abuse_response: text('Please tell us what you would do'),
  staff_conflict_response: text('Please tell us what you would do'),
} as const

/** Questions for builders only. */
const builderAnswers = {
  building_experience: text('Please tell us about your building experience'),
  building_style: someOf(buildingStyles, 'Please choose the styles that you build in'),
  portfolio_link: optionalLink,
  bedrock_building_experience: text('Please tell us about building on Bedrock'),
  build_time_estimate: line(applicationLimits.line, 'Please estimate how long a build takes you'),
} as const

/** Questions for designers only. */
const designerAnswers = {
  design_experience: text('Please tell us about your design experience'),
  design_software: someOf(designSoftware, 'Please choose the software that you use'),
  design_portfolio: optionalLink,
  minecraft_design_experience: text('Please tell us what you designed for Minecraft'),
  design_turnaround_time: line(applicationLimits.line, 'Please estimate how long a design takes you'),
} as const

/** Questions specific to each position. */
export const positionAnswers = {
  helper: helperAnswers,
  builder: builderAnswers,
  designer: designerAnswers,
} as const satisfies Record<ApplicationPosition, object>

/** All questions of all positions. */
export const allAnswers = {
  ...commonAnswers,
  ...helperAnswers,
  ...builderAnswers,
  ...designerAnswers,
} as const

export type AnswerName = keyof typeof allAnswers
