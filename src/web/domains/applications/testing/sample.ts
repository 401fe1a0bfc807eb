import type { ApplicationPosition } from '../../../../contract/applications/application-options.ts'
import type { StaffApplication } from '../../../../contract/applications/applications-schemas.ts'

const helper = {
  has_microphone: true,
  has_recording_software: false,
  device_type: ['windows', 'ios'],
  moderation_scenario_toxic: 'Mute first.',
  moderation_scenario_cheats: 'Record it.',
  moderation_scenario_glitch: 'Tell the developers.',
  staff_abuse_response: 'Tell a manager.',
  staff_conflict_response: 'Talk in private.',
} as const

const builder = {
  building_experience: 'Four arenas.',
  building_style: ['arenas', 'organic'],
  portfolio_link: 'https://pictures.example/ann',
  bedrock_building_experience: 'Two maps.',
  build_time_estimate: 'A week',
} as const

const designer = {
  design_experience: 'Logos.',
  design_software: ['krita'],
  design_portfolio: 'https://drawings.example/ann',
  minecraft_design_experience: 'A pack.',
  design_turnaround_time: 'Two days',
} as const

/** What each position answers, by the questions' names. */
export const positionSamples = { helper, builder, designer } as const

const nothing = Object.fromEntries(
  Object.values(positionSamples)
    .flatMap((answers) => Object.keys(answers))
    .map((name) => [name, null]),
)

/** An application as the API returns it to staff. */
export const anApplication = (
  over: Partial<StaffApplication> = {},
  position: ApplicationPosition = 'helper',
): StaffApplication =>
  ({
    ...nothing,
    ...positionSamples[position],
    id: 1,
    user_id: 40,
    minecraft_username: 'Nimbus Kite',
    age: 17,
    discord_username: 'nimbus.kite',
    email: 'nimbus@isles.example',
    timezone: 'Europe/Berlin',
    position,
    hours_per_week: 12,
    previous_experience: 'yes_previous',
    past_server_names: 'Old Harbour',
    past_positions: 'Trial helper',
    past_duration: 'Half a year',
    current_server_names: null,
    current_position: null,
    current_duration: null,
    why_join: 'I am here every evening.\n\nI like to help.',
    how_handle_conflict: 'I listen first.',
    additional_questions: null,
    status: 'pending',
    admin_notes: null,
    submitted_at: '2026-01-05T15:04:00.000Z',
    handled_by: null,
    handled_at: null,
    answer: null,
    version: 1,
    ...over,
  }) as StaffApplication
