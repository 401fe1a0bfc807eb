/** What a link in a mail carries behind its `#`: 256 random bits in base64url. */
export const pattern = /^[A-Za-z0-9_-]{43}$/

/** The same for a page that has read its address. */
export const isSecretLink = (text: string) => pattern.test(text)
