/** Label and value of each game mode a bug can be in. */
export const reportGameModes = [
  ['NoDebuff', 'nodebuff'],
  ['Sumo', 'sumo'],
  ['Build', 'build'],
  ['Nemo Slap', 'nemoslap'],
  ['Boxing', 'boxing'],
  ['Bedfight', 'bedfight'],
  ['The Bridge', 'thebridge'],
  ['Fireball Fight', 'fireballfight'],
  ['Other', 'other'],
] as const

/** Each severity and what it means, from the least to the worst. */
export const reportSeverities = [
  ['low', 'minor visual or cosmetic issue'],
  ['medium', 'functionality issue with workaround'],
  ['high', 'serious functionality issue'],
  ['critical', 'game breaking'],
] as const

/** Staff set any of them from any other. */
export const reportStatuses = ['pending', 'reviewing', 'resolved', 'rejected'] as const

/** Reports on one page of the desk, and the most that one call answers (docs/spec/rulings.md, Lists are bounded). */
export const reportsPage = { usual: 50, most: 200 } as const
