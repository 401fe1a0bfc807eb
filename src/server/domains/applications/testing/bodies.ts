/** Unique searchable texts that only staff may read. */
export const canaries = { email: 'canary.mail@isles.example', age: 87, notes: 'canary-notes-7f3a' } as const

const common = {
  minecraft_username: 'Ann of Isles',
  age: canaries.age,
  discord_username: 'ann.isles',
  email: canaries.email,
  timezone: 'Europe/Berlin',
  hours_per_week: 12,
  previous_experience: 'yes_previous',
  past_server_names: 'Old Harbour',
  past_positions: 'Trial helper',
  past_duration: 'Half a year',
  current_server_names: '',
  why_join: 'I am here every evening\nand like to help.',
  how_handle_conflict: 'I listen to both first.',
} as const

export const helper = {
  ...common,
  position: 'helper',
  has_microphone: true,
  has_recording_software: false,
  device_type: ['windows', 'android'],
  moderation_scenario_toxic: 'Mute, then talk.',
  moderation_scenario_cheats: 'Record, then report.',
  moderation_scenario_glitch: 'Ask them to stop, tell the developers.',
  staff_abuse_response: 'Tell a manager.',
  staff_conflict_response: 'Talk in private.',
} as const

export const builder = {
  ...common,
  position: 'builder',
  building_experience: 'Four years of arenas.',
  building_style: ['arenas', 'medieval'],
  portfolio_link: 'https://pictures.example/ann',
  bedrock_building_experience: 'Two maps, both on Bedrock.',
  build_time_estimate: 'An arena in a week',
} as const

export const designer = {
  ...common,
  position: 'designer',
  design_experience: 'Logos and thumbnails.',
  design_software: ['krita', 'blender'],
  design_portfolio: '',
  minecraft_design_experience: 'A resource pack.',
  design_turnaround_time: 'Two days',
} as const
