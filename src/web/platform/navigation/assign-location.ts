/** Navigates the browser to another document. Back returns to this page. */
export const assignLocation = (address: string) => window.location.assign(address)
