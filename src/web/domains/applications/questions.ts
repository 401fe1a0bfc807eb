import { msg } from '@lingui/core/macro'
import type { ApplicationPosition } from '../../../contract/applications/application-options.ts'
import { optionsOf, type Question } from './question.ts'
import { deviceWords, experienceWords, softwareWords, styleWords } from './words.ts'

export const aboutQuestions: readonly Question[] = [
  { name: 'minecraft_username', kind: 'line', label: msg`Minecraft name`, hint: msg`As it shows in game.` },
  { name: 'age', kind: 'number', label: msg`Age` },
  { name: 'discord_username', kind: 'line', label: msg`Discord name` },
  { name: 'email', kind: 'email', label: msg`Email address`, hint: msg`Only the team can see it.` },
  { name: 'timezone', kind: 'line', label: msg`Time zone`, hint: msg`For example Europe/Berlin or UTC+2.` },
  {
    name: 'hours_per_week',
    kind: 'number',
    label: msg`Hours per week`,
    hint: msg`How many you have for the team.`,
  },
]

const wasStaff = ['yes_previous', 'yes_current'] as const
const isStaff = ['yes_current'] as const

export const experienceQuestions: readonly Question[] = [
  {
    name: 'previous_experience',
    kind: 'one',
    label: msg`Have you been staff on a server before?`,
    options: optionsOf(experienceWords),
  },
  {
    name: 'current_server_names',
    kind: 'line',
    label: msg`Servers you are staff on`,
    after: isStaff,
    optional: true,
  },
  { name: 'current_position', kind: 'line', label: msg`Your position there`, after: isStaff, optional: true },
  { name: 'current_duration', kind: 'line', label: msg`For how long`, after: isStaff, optional: true },
  {
    name: 'past_server_names',
    kind: 'line',
    label: msg`Servers you were staff on`,
    after: wasStaff,
    optional: true,
  },
  { name: 'past_positions', kind: 'line', label: msg`Your positions then`, after: wasStaff, optional: true },
  {
    name: 'past_duration',
    kind: 'line',
    label: msg`For how long, back then`,
    after: wasStaff,
    optional: true,
  },
  { name: 'why_join', kind: 'text', label: msg`Why do you want to join the team?` },
  {
    name: 'how_handle_conflict',
    kind: 'text',
    label: msg`How do you handle conflict?`,
    hint: msg`Between two players, or between a player and you.`,
  },
]

const helperQuestions: readonly Question[] = [
  { name: 'has_microphone', kind: 'yesno', label: msg`Do you have a microphone?` },
  { name: 'has_recording_software', kind: 'yesno', label: msg`Can you record your screen?` },
  {
    name: 'device_type',
    kind: 'some',
    label: msg`Which devices do you play on?`,
    options: optionsOf(deviceWords),
  },
  {
    name: 'moderation_scenario_toxic',
    kind: 'text',
    label: msg`A player insults everybody in chat and keeps going after a warning. What do you do?`,
  },
  {
    name: 'moderation_scenario_cheats',
    kind: 'text',
    label: msg`You suspect somebody of cheating in a ranked duel. What do you do?`,
  },
  {
    name: 'moderation_scenario_glitch',
    kind: 'text',
    label: msg`Players use a glitch that wins them matches. What do you do?`,
  },
  {
    name: 'staff_abuse_response',
    kind: 'text',
    label: msg`Another staff member abuses their rank. What do you do?`,
  },
  {
    name: 'staff_conflict_response',
    kind: 'text',
    label: msg`You and another staff member disagree about a punishment. What do you do?`,
  },
]

const builderQuestions: readonly Question[] = [
  { name: 'building_experience', kind: 'text', label: msg`What have you built so far?` },
  {
    name: 'building_style',
    kind: 'some',
    label: msg`Which styles do you build in?`,
    options: optionsOf(styleWords),
  },
  {
    name: 'portfolio_link',
    kind: 'link',
    label: msg`Portfolio`,
    hint: msg`A link to pictures or videos of your builds.`,
    optional: true,
  },
  {
    name: 'bedrock_building_experience',
    kind: 'text',
    label: msg`What do you know about building on Bedrock?`,
  },
  {
    name: 'build_time_estimate',
    kind: 'line',
    label: msg`How long do you need for a 1v1 arena?`,
    wide: true,
  },
]

const designerQuestions: readonly Question[] = [
  { name: 'design_experience', kind: 'text', label: msg`What have you designed so far?` },
  {
    name: 'design_software',
    kind: 'some',
    label: msg`What do you work with?`,
    options: optionsOf(softwareWords),
  },
  {
    name: 'design_portfolio',
    kind: 'link',
    label: msg`Portfolio`,
    hint: msg`A link to your work.`,
    optional: true,
  },
  {
    name: 'minecraft_design_experience',
    kind: 'text',
    label: msg`What have you designed for Minecraft?`,
    hint: msg`Logos, thumbnails, resource packs, menus.`,
  },
  {
    name: 'design_turnaround_time',
    kind: 'line',
    label: msg`How long do you need for a thumbnail?`,
    wide: true,
  },
]

export const positionQuestions: Readonly<Record<ApplicationPosition, readonly Question[]>> = {
  helper: helperQuestions,
  builder: builderQuestions,
  designer: designerQuestions,
}

export const closingQuestion: Question = {
  name: 'additional_questions',
  kind: 'text',
  label: msg`Anything else to say or ask?`,
  optional: true,
}
