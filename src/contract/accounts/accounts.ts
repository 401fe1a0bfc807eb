export const confirmationHours = 24

/** Characters in a code that staff issue; in-game link codes have eight. Both expire within minutes. */
export const recoveryCodeLength = 12

export const recoveryMinutes = 30

/** Lifetime of a set-up that was not confirmed yet. */
export const secondFactorSetupSeconds = 15 * 60

/** How long a deleted account can be restored. */
export const deletionGraceDays = 14

/** Shown in place of the name of a deleted account. */
export const deletedPlayerName = 'Deleted player'
