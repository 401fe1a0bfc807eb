export const confirmationHours = 24

/** Letters and digits of a code that staff give out; `/link` in game shows eight. Both live for minutes. */
export const recoveryCodeLength = 12

export const recoveryMinutes = 30

/** How long a begun set-up waits for its first code. */
export const secondFactorSetupSeconds = 15 * 60

/** What is shown of a member who deleted the account. */
export const deletedPlayerName = 'Deleted player'
