/** The query parameters that a page reads, by its path. Every other one leaves the page as it is. */
const pageParameters: readonly (readonly [path: RegExp, names: readonly string[]])[] = [
  [/^\/auth$/, ['redirect', 'notice']],
  [/^\/leaderboards$/, ['page', 'season', 'gameType', 'by', 'view', 'ladder', 'input', 'period', 'search']],
  [/^\/events$/, ['event', 'older']],
  [/^\/community$/, ['player']],
  [/^\/player(?:-[a-z]+)?\/[^/]+$/, ['tab']],
  [/^\/(?:overlay|embed)\/board\/[^/]+$/, ['by']],
  [/^\/(?:overlay|embed)\/player\/[^/]+$/, ['mode']],
  [/^\/(?:overlay|embed)\/cup\/[^/]+$/, ['show']],
  [/^\/cups\/[^/]+$/, ['round', 'half']],
]

/** Pages of members and staff, and data of the router. They never come from the visitor cache, with or without a query. */
const anyQuery = /^\/(?:admin|profile|link-discord|staff-)|\.data$/

/** Whether a page is the same with this query as without one. */
export function ignoresQuery(path: string, names: Iterable<string>): boolean {
  if (anyQuery.test(path)) return false
  const read = pageParameters.find(([pattern]) => pattern.test(path))?.[1] ?? []
  for (const name of names) if (read.includes(name)) return false
  return true
}
