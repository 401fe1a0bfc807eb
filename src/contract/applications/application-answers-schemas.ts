import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import type { Message } from '../languages.ts'
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

const tooLong = (max: number) => sentence(msg`Please use ${max} characters or less`)

/** Trimmed single line without control characters and Unicode's line and paragraph separators. */
function line(max: number, message: Message) {
  const error = sentence(message)
  return z
    .string({ error })
    .check(
      z.normalize('NFC'),
      z.trim(),
      notBlank(error),
      maxLength(max, tooLong(max)),
      z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, { error: sentence(msg`Please write a single line`) }),
    )
}

/** Multi-line text, stored as written. */
function text(message: Message) {
  const error = sentence(message)
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
  z.pipe(
    emptyIsNull,
    z.nullable(userLink(sentence(msg`Please enter a link that begins with https:// or leave blank`))),
  ),
)

/** Accepts a whole number, or its digits from a form field. */
function wholeNumber({ min, max }: { min: number; max: number }, message: Message) {
  const error = sentence(message)
  return z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' && /^\s*[0-9]{1,4}\s*$/.test(value) ? Number(value) : value,
    ),
    z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error })),
  )
}

const words: Readonly<Record<string, boolean>> = { yes: true, no: false }

/** Accepts a boolean, or `yes` and `no` from a form field. */
const yesOrNo = (message: Message) =>
  z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : value,
    ),
    z.boolean({ error: sentence(message) }),
  )

function someOf<const Values extends readonly string[]>(values: Values, message: Message) {
  const error = sentence(message)
  return z.array(z.enum(values, { error }), { error }).check(
    z.minLength(1, { error }),
    z.maxLength(values.length, { error }),
    z.refine((chosen) => new Set(chosen).size === chosen.length, { error }),
  )
}

const { age, hoursPerWeek } = applicationLimits

/** Questions for every applicant. */
export const commonAnswers = {
  minecraft_username: line(applicationLimits.minecraftName, msg`Please enter your Minecraft name`),
  age: wholeNumber(age, msg`Please enter your age in years, from ${{ min: age.min }} to ${{ max: age.max }}`),
  discord_username: line(applicationLimits.discordName, msg`Please enter your Discord name`),
  email: z
    .string({ error: sentence(msg`Please enter your email address`) })
    .check(z.trim(), z.refine(isEmail, { error: sentence(msg`Please enter a valid email address`) })),
  timezone: line(applicationLimits.timezone, msg`Please say which time zone you live in`),
  hours_per_week: wholeNumber(
    hoursPerWeek,
    msg`Please enter whole hours per week, from ${{ min: hoursPerWeek.min }} to ${{ max: hoursPerWeek.max }}`,
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
  why_join: text(msg`Please tell us why you want to join`),
  how_handle_conflict: text(msg`Please tell us how you handle conflict`),
  additional_questions: optionalText(applicationLimits.text),
} as const

/** Questions for helpers only. */
const helperAnswers = {
  has_microphone: yesOrNo(msg`Please say whether you have a microphone`),
  has_recording_software: yesOrNo(msg`Please say whether you can record your screen`),
  device_type: someOf(deviceTypes, msg`Please choose the devices that you play on`),
  moderation_scenario_toxic: text(msg`Please tell us what you would do`),
  moderation_scenario_cheats: text(msg`Please tell us what you would do`),
  moderation_scenario_glitch: text(msg`Please tell us what you would do`),
  staff_abuse_response: text(msg`Please tell us what you would do`),
  staff_conflict_response: text(msg`Please tell us what you would do`),
} as const

/** Questions for builders only. */
const builderAnswers = {
  building_experience: text(msg`Please tell us about your building experience`),
  building_style: someOf(buildingStyles, msg`Please choose the styles that you build in`),
  portfolio_link: optionalLink,
  bedrock_building_experience: text(msg`Please tell us about building on Bedrock`),
  build_time_estimate: line(applicationLimits.line, msg`Please estimate how long a build takes you`),
} as const

/** Questions for designers only. */
const designerAnswers = {
  design_experience: text(msg`Please tell us about your design experience`),
  design_software: someOf(designSoftware, msg`Please choose the software that you use`),
  design_portfolio: optionalLink,
  minecraft_design_experience: text(msg`Please tell us what you designed for Minecraft`),
  design_turnaround_time: line(applicationLimits.line, msg`Please estimate how long a design takes you`),
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
