/** Pages for streams: transparent, and without the frame of the site. */
export const isOverlay = (pathname: string) => pathname.startsWith('/overlay/')
