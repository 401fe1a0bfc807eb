/** Token after the `#` of a link in a mail: 256 random bits in base64url. */
export const linkTokenPattern = /^[A-Za-z0-9_-]{43}$/

/** Checks the token that a page read from its URL. */
export const isLinkToken = (text: string) => linkTokenPattern.test(text)
