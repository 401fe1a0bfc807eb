export const backupLimits = {
  /** Of those that the site makes by itself, or for an Owner. */
  kept: 7,
} as const
