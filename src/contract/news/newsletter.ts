/** Unconfirmed addresses are deleted this many days after they were entered last. */
export const unconfirmedDays = 30

/** The page that confirms an address. Its link has the token behind the #. */
export const confirmNewsletterPath = '/newsletter/confirm'

/** The page in newsletter mails that ends them. */
export const endNewsletterPath = (token: string) => `/newsletter/unsubscribe/${token}`
