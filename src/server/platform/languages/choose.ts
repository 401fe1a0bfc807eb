/** What a request says of its language, the strongest first. */
export interface LanguageWishes {
  /** `?lang=` */
  readonly address?: unknown
  readonly cookie?: string | undefined
  readonly account?: string | null | undefined
  /** Accept-Language (RFC 9110, 12.5.4). */
  readonly accepted?: string | undefined
}

const maxRanges = 10

/** Longer ones are no language that anybody offers. */
const tagPattern = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i

/** Language and script: what tells `zh-TW` from `zh-CN`, and `pt-PT` not from `pt-BR`. */
function readAlike(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    return undefined
  }
}

/** The offered language that somebody reads who wishes for `tag`; undefined for none, and for nonsense. */
export function offeredFor(tag: unknown, offered: readonly string[]): string | undefined {
  if (typeof tag !== 'string' || !tagPattern.test(tag)) return undefined
  const exact = offered.find((one) => one.toLowerCase() === tag.toLowerCase())
  if (exact !== undefined) return exact
  const alike = readAlike(tag)
  return alike === undefined ? undefined : offered.find((one) => readAlike(one) === alike)
}

/** Ranges of Accept-Language, the most wanted first. */
function rangesOf(header: string): string[] {
  return header
    .slice(0, 1_024)
    .split(',')
    .slice(0, maxRanges)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
      const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2)
      return { tag, weight: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ weight }) => weight > 0 && weight <= 1)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

/**
 * The offered language that is wished for; undefined for none. `offered` begins with the default. What cannot be
 * understood or is not offered is passed over.
 */
export function wishedLanguage(
  offered: readonly [string, ...string[]],
  wishes: LanguageWishes,
): string | undefined {
  if (offered.length === 1) return undefined
  for (const wish of [wishes.address, wishes.cookie, wishes.account]) {
    const found = offeredFor(wish, offered)
    if (found !== undefined) return found
  }
  for (const range of rangesOf(wishes.accepted ?? '')) {
    const found = range === '*' ? offered[0] : offeredFor(range, offered)
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns one of `offered`: the default where none is wished for. */
export const chooseLanguage = (offered: readonly [string, ...string[]], wishes: LanguageWishes): string =>
  wishedLanguage(offered, wishes) ?? offered[0]
