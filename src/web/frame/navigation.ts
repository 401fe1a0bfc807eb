/** Exactly the current page: routes ignore case and a slash at the end, so this does too. */
export const isCurrentPage = (to: string, pathname: string) =>
  to === (pathname.toLowerCase().replace(/\/+$/, '') || '/')
