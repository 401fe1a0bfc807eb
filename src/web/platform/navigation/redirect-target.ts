/** Stands for this site while a target is resolved; no real site can have this name (RFC 2606). */
const here = 'https://this-site.invalid'

// Browsers drop tabs and line breaks from addresses and read a backslash as a slash: `/<tab>/evil.example` and
// `/\evil.example` leave the site. A path that needs either does not exist here.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const trickery = /[\u0000-\u001f\u007f\\]/

/** Where `?redirect=` may lead: a path of this site as it stands; everything else leads to the home page. */
export function redirectTarget(wanted: string | null): string {
  if (wanted === null || !wanted.startsWith('/') || trickery.test(wanted)) return '/'
  if (!URL.canParse(wanted, here)) return '/'
  const { origin, pathname, search, hash } = new URL(wanted, here)
  // `/.//evil.example` resolves to a path with two slashes in front, which a browser takes for a host.
  return origin === here && !pathname.startsWith('//') ? pathname + search + hash : '/'
}
