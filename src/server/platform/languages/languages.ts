import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AvailableLanguage } from '../../../contract/content/settings-schemas.ts'
import {
  type CatalogueMessages,
  languageHeader,
  languageName,
  type SiteLanguage,
} from '../../../contract/languages.ts'
import type { Config } from '../../config.ts'
import type { readCatalogue } from './catalogue.ts'
import { chooseLanguage, type LanguageWishes, offeredFor, wishedLanguage } from './choose.ts'
import { CatalogueFiles, english, type LoadedLanguage, nameOf } from './files.ts'
import type { Reader } from './record-words.ts'
import { type Say, sayIn } from './say.ts'

/** What pages say, as the build knows it. */
export interface PageTexts {
  /** Another one for another build. */
  readonly revision: string
  /** Ids of all texts that the page with this pattern (`cups/:id`) can say; undefined for what is no page. */
  of(pattern: string): readonly string[] | undefined
}

/** A language that the site can be read in. */
export interface Language {
  readonly tag: string
  /** All that is translated, by id. */
  readonly messages: CatalogueMessages
  /** What its documents say of it; undefined where nothing is to be said, because everything is English. */
  readonly site: SiteLanguage | undefined
}

/** What a request says of itself; cookies and viewer are known when it has come that far. */
type Asking = Pick<FastifyRequest, 'headers' | 'query'> & {
  readonly cookies?: FastifyRequest['cookies'] | undefined
  readonly viewer?: { readonly language?: string | null } | null
}

const addressed = ({ query }: Pick<Asking, 'query'>) =>
  (query as Readonly<Record<string, unknown>> | undefined)?.[languageName]

/** Beside the address that is asked. */
const wishesOf = ({ headers, cookies, viewer }: Asking): LanguageWishes => ({
  address: headers[languageHeader],
  cookie: cookies?.[languageName],
  account: viewer?.language,
  accepted: headers['accept-language'],
})

/** The languages that are offered at a time. */
interface Offer {
  /** The first is the default. */
  readonly tags: readonly [string, ...string[]]
  readonly byTag: ReadonlyMap<string, Language>
  /** For documents whose address says the language. */
  readonly inAddress: ReadonlyMap<string, Language>
}

function offerOf(loaded: readonly LoadedLanguage[], revision: string): Offer {
  const [first = english.tag, ...others] = loaded.map(({ tag }) => tag)
  const tags: Offer['tags'] = [first, ...others]
  const offered = others.length === 0 ? undefined : tags.map((tag) => ({ tag, name: nameOf(tag) }))
  const siteOf = (language: LoadedLanguage): SiteLanguage | undefined => {
    const { tag, dir } = language
    if (tag === english.tag && offered === undefined) return undefined
    return {
      tag,
      ...(dir === 'rtl' && { dir }),
      ...(tag !== english.tag && { catalogue: catalogueOf(language, revision) }),
      ...(offered !== undefined && { offered }),
    }
  }
  const byTag = new Map(
    loaded.map((one): [string, Language] => [
      one.tag,
      { tag: one.tag, messages: one.messages, site: siteOf(one) },
    ]),
  )
  const inAddress = new Map(
    [...byTag].map(([tag, { site, ...language }]): [string, Language] => [
      tag,
      { ...language, site: site && { ...site, isInAddress: true } },
    ]),
  )
  return { tags, byTag, inAddress }
}

/** Changes with the texts and with the build, whose pages say others. */
function catalogueOf({ tag, messages }: LoadedLanguage, revision: string): string {
  const hash = createHash('sha256').update(revision).update(JSON.stringify(messages)).digest('hex')
  return `/languages/${tag}/${hash.slice(0, 12)}.json`
}

/** What is named at a time. A file in another encoding has one in each line. */
const maxProblems = 50

/** Languages of the site; the first is the default. */
export class Languages {
  readonly #files: CatalogueFiles
  /** As they were asked for, also those without a file; undefined before the first. */
  #asked: readonly string[] | undefined
  #loaded: readonly LoadedLanguage[] = [english]
  #offer = offerOf([english], '')
  /** The one that was previewed last, whose texts a browser may still ask for. */
  #previewed: Offer | undefined
  readonly #shown = new AsyncLocalStorage<Offer>()
  #problems: readonly string[] = []

  /**
   * @param directories of catalogues, that of the release first
   * @param pageTexts without them browsers are sent all texts on every page, as in development
   * @param parse reads a catalogue
   */
  constructor(
    directories: readonly string[] = [],
    private readonly log: { warn(sentence: string): void } = { warn() {} },
    private readonly pageTexts?: PageTexts,
    parse?: typeof readCatalogue,
  ) {
    this.#files = new CatalogueFiles(directories, parse)
  }

  /**
   * Offers these languages from now on, the default first. A language without a file that can be read is left out, and a
   * text that cannot be used is left in English; the log says which. Catalogues of withdrawn languages are discarded.
   */
  async offer(tags: readonly string[]): Promise<void> {
    if (tags.join() === this.#asked?.join()) return
    const loaded = await this.#load(tags)
    const missing = tags
      .filter((tag) => !loaded.some((one) => one.tag === tag))
      .map(
        (tag) =>
          `${tag} is offered, and there is no ${this.#files.pathsOf(tag).join(' and no ')} that can be read`,
      )
    const ofLoaded = loaded.flatMap((one) => one.problems)
    const problems = [...new Set([...missing, ...(await this.#files.problems()), ...ofLoaded])]
    const more = problems.splice(maxProblems).length
    if (more > 0) problems.push(`${more} more are not listed before these are mended`)
    for (const problem of problems) if (!this.#problems.includes(problem)) this.log.warn(problem)
    this.#asked = [...tags]
    this.#loaded = loaded.length === 0 ? [english] : loaded
    this.#problems = problems
    this.#offer = this.#offerOf(this.#loaded)
    this.#previewed = undefined
  }

  /** Runs `work`, and all that it calls, as if these languages were offered. */
  async during<T>(tags: readonly string[], work: () => Promise<T>): Promise<T> {
    const loaded = await this.#load(tags)
    this.#previewed = this.#offerOf(loaded.length === 0 ? [english] : loaded)
    return this.#shown.run(this.#previewed, work)
  }

  #offerOf(loaded: readonly LoadedLanguage[]): Offer {
    return offerOf(loaded, this.pageTexts?.revision ?? '')
  }

  get #now(): Offer {
    return this.#shown.getStore() ?? this.#offer
  }

  /** Those that have a file that can be read. */
  async #load(tags: readonly string[]): Promise<LoadedLanguage[]> {
    const loaded: LoadedLanguage[] = []
    for (const tag of tags) {
      const language = this.#loaded.find((one) => one.tag === tag) ?? (await this.#files.read(tag))
      if (language !== undefined) loaded.push(language)
    }
    return loaded
  }

  /** Every language that can be offered. */
  available(): Promise<readonly AvailableLanguage[]> {
    return this.#files.list()
  }

  /** What is left out of the files, a sentence each; 50 at most, and how many more. */
  get problems(): readonly string[] {
    return this.#problems
  }

  /** Offered languages, the default first. */
  get tags(): readonly string[] {
    return this.#now.tags
  }

  /** Whether a page depends on who asks for it. */
  get isChoice(): boolean {
    return this.#now.tags.length > 1
  }

  /** The language of this name; the default for one that is not offered any more, and for none. */
  named(tag: string | null | undefined): Language {
    const { byTag, tags } = this.#now
    return byTag.get(tag ?? '') ?? byTag.get(tags[0])!
  }

  /** That of an account; of a player whose account chose none, the one that is offered for the `client`'s. */
  ofPlayer({
    account,
    client,
  }: {
    readonly account?: string | null
    readonly client?: string | null
  } = {}): Language {
    return this.named(account ?? offeredFor(client, this.#now.tags))
  }

  /** Who reads records in the language of this name, as `named`. */
  reader(tag: string | null | undefined): Reader {
    return { language: this.named(tag).tag, written: this.#now.tags[0] }
  }

  has(tag: string): boolean {
    return this.#now.byTag.has(tag)
  }

  /** `?lang=`, the cookie, the account, Accept-Language, the default. */
  of(asking: Asking): Language {
    if (!this.isChoice) return this.named(undefined)
    const inAddress = this.#now.inAddress.get(offeredFor(addressed(asking), this.#now.tags) ?? '')
    if (inAddress !== undefined) return inAddress
    return this.named(chooseLanguage(this.#now.tags, wishesOf(asking)))
  }

  /** `?lang=`, the default: for what caches keep for everybody. */
  ofAddress(asking: Pick<Asking, 'query'>): Language {
    return this.named(offeredFor(addressed(asking), this.#now.tags))
  }

  /** What a call asks for: the language of its page. Undefined for none, and where one alone is offered. */
  wishOf(asking: Asking): string | undefined {
    return offeredFor(addressed(asking), this.#now.tags) ?? wishedLanguage(this.#now.tags, wishesOf(asking))
  }

  /** Renders texts in the language of a request. */
  sayTo(request: Asking): Say {
    const { tag, messages } = this.of(request)
    return sayIn(tag, messages)
  }

  /** Says texts in the language of an account. */
  sayIn(tag: string | null | undefined): Say {
    const language = this.named(tag)
    return sayIn(language.tag, language.messages)
  }

  /**
   * Says texts that a request of their reader causes, such as a mail: in the language of the account; where none was
   * chosen, in that of the page they were reading. Never pass the language of somebody else, as of staff.
   */
  sayToReader({
    account,
    reading,
  }: {
    readonly account: string | null | undefined
    readonly reading: string | null | undefined
  }): Say {
    return this.sayIn(account ?? reading)
  }

  /**
   * Serves the texts of each page to browsers. Under the address of another build there are those of this one, not to be
   * kept.
   */
  serve(app: FastifyInstance): void {
    type Asked = { Params: { tag: string; file: string }; Querystring: { page?: unknown } }
    app.get<Asked>('/languages/:tag/:file', async ({ params: { tag, file }, query }, reply) => {
      const address = `/languages/${tag}/${file}`
      const offers = [this.#offer, this.#previewed].map((offer) => offer?.byTag.get(tag))
      const language = offers.find((one) => one?.site?.catalogue === address) ?? offers[0]
      const texts = language && this.#textsOf(language, query.page)
      if (texts === undefined) return reply.callNotFound()
      const isKept = language?.site?.catalogue === address
      return reply
        .type('application/json; charset=utf-8')
        .header('vary', 'accept-encoding')
        .header('cache-control', isKept ? 'public, max-age=31536000, immutable' : 'no-store')
        .send(JSON.stringify(texts))
    })
  }

  #textsOf({ messages, site }: Language, page: unknown): CatalogueMessages | undefined {
    if (site?.catalogue === undefined || typeof page !== 'string') return undefined
    if (this.pageTexts === undefined) return messages
    const ids = this.pageTexts.of(page)
    return (
      ids &&
      Object.fromEntries(ids.flatMap((id) => (Object.hasOwn(messages, id) ? [[id, messages[id]!]] : [])))
    )
  }
}

/** Offers what the environment says: from the catalogues that ship, and above them those of the owner. */
export async function openLanguages(
  { languages, contentDir }: Pick<Config, 'languages' | 'contentDir'>,
  shippedDir: string,
  log: { warn(sentence: string): void },
  pageTexts?: PageTexts,
  parse?: typeof readCatalogue,
): Promise<Languages> {
  const opened = new Languages([shippedDir, join(contentDir, 'languages')], log, pageTexts, parse)
  await opened.offer(languages)
  return opened
}
