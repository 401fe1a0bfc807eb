/** Packages with machine code: the build leaves them outside of its files, and a release carries them. */
export const machineCode = ['@node-rs/argon2', '@node-rs/bcrypt', 'sharp']
