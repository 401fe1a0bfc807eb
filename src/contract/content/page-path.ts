/** Percent-encoded line breaks, which the dot of a regular expression does not match. */
const lineBreaks = /%0[ad]|%e2%80%a[89]/gi

/**
 * Returns the path without line breaks, because the router matches no route for a path that contains one. Server and
 * browser both call this, so that both render the same page.
 */
export const withoutLineBreaks = (path: string): string => path.replace(lineBreaks, '%EF%BF%BD')

/** Parameter of a page's address that shows a value of a setting before it is saved. */
export const previewParam = 'preview'

/** Beside it: the page is looked at as a picture, and has no scripts. */
export const pictureParam = 'picture'
