/** Line breaks as JavaScript's patterns know them, percent-encoded: a pattern's dot does not match them. */
const lineBreaks = /%0[ad]|%e2%80%a[89]/gi

/**
 * Returns the path without line breaks. The router finds no route for a path that holds one, not even the one for
 * unknown paths. Server and browser both replace them, so that both render the same page.
 */
export const withoutLineBreaks = (path: string): string => path.replace(lineBreaks, '%EF%BF%BD')
