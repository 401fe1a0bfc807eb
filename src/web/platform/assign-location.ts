/** A full navigation of the browser, as to another site; Back leads to the page before. */
export const assignLocation = (address: string) => window.location.assign(address)
