import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type CatalogueMessages,
  languageHeader,
  languageName,
  type SiteLanguage,
} from '../../../contract/languages.ts'
import type { Config } from '../../config.ts'
import { acceptsGzip } from '../visitor-response.ts'
import { audienceOf, readCatalogue } from './catalogue.ts'
import { chooseLanguage, type LanguageWishes, offeredFor, wishedLanguage } from './choose.ts'
import { type Say, sayIn } from './say.ts'

/** A language that the site can be read in. */
export interface Language {
  readonly tag: string
  readonly messages: CatalogueMessages
  /** For documents; undefined where nothing is to be said, because everything is English. */
  readonly site: SiteLanguage | undefined
  /** For documents of staff, whose pages have more texts. */
  readonly staffSite: SiteLanguage | undefined
}

interface Loaded {
  readonly tag: string
  readonly dir: 'ltr' | 'rtl'
  /** All that the server says itself. */
  readonly messages: CatalogueMessages
  /** What browsers are sent. */
  readonly pages?: { readonly everybody: CatalogueMessages; readonly staff: CatalogueMessages }
}

/** Texts at an address of their own, which changes with them. */
interface CatalogueFile {
  readonly path: string
  readonly messages: CatalogueMessages
  readonly text: string
  readonly packed: Buffer
}

function fileOf(tag: string, messages: CatalogueMessages): CatalogueFile {
  const text = JSON.stringify(messages)
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  return { path: `/languages/${tag}/${hash}.json`, messages, text, packed: gzipSync(text) }
}

/** What a request says of itself; cookies and viewer are known when it has come that far. */
type Asking = Pick<FastifyRequest, 'headers' | 'query'> & {
  readonly cookies?: FastifyRequest['cookies'] | undefined
  readonly viewer?: { readonly language?: string | null } | null
}

/** Beside the address that is asked. */
const wishesOf = ({ headers, cookies, viewer }: Asking): LanguageWishes => ({
  address: headers[languageHeader],
  cookie: cookies?.[languageName],
  account: viewer?.language,
  accepted: headers['accept-language'],
})

/** Languages of the site; the first is the default. Nothing here changes while the process runs. */
export class Languages {
  readonly #byTag: ReadonlyMap<string, Language>
  /** For documents whose address says the language. */
  readonly #inAddress: ReadonlyMap<string, Language>
  readonly #tags: readonly [string, ...string[]]
  /** By path. */
  readonly #files = new Map<string, CatalogueFile>()

  constructor(
    loaded: readonly [Loaded, ...Loaded[]] = [english],
    /** What is left in English though a file translates it, a sentence each; 50 at most. */
    readonly problems: readonly string[] = [],
  ) {
    const [first, ...others] = loaded.map(({ tag }) => tag) as [string, ...string[]]
    this.#tags = [first, ...others]
    const offered = others.length === 0 ? undefined : this.#tags.map((tag) => ({ tag, name: nameOf(tag) }))
    const siteOf = ({ tag, dir }: Loaded, messages?: CatalogueMessages): SiteLanguage | undefined => {
      const file = messages && fileOf(tag, messages)
      if (file !== undefined) this.#files.set(file.path, file)
      if (file === undefined && offered === undefined) return undefined
      return {
        tag,
        ...(dir === 'rtl' && { dir }),
        ...(file !== undefined && { catalogue: file.path }),
        ...(offered !== undefined && { offered }),
      }
    }
    this.#byTag = new Map(
      loaded.map((one) => [
        one.tag,
        {
          tag: one.tag,
          messages: one.messages,
          site: siteOf(one, one.pages?.everybody),
          staffSite: siteOf(one, one.pages?.staff),
        },
      ]),
    )
    this.#inAddress = new Map(
      [...this.#byTag].map(([tag, language]) => [
        tag,
        {
          ...language,
          site: language.site && { ...language.site, isInAddress: true },
          staffSite: language.staffSite && { ...language.staffSite, isInAddress: true },
        },
      ]),
    )
  }

  /** Offered languages, the default first. */
  get tags(): readonly string[] {
    return this.#tags
  }

  /** Whether a page depends on who asks for it. */
  get isChoice(): boolean {
    return this.#tags.length > 1
  }

  /** The language of this name; the default for one that is not offered any more, and for none. */
  named(tag: string | null | undefined): Language {
    return this.#byTag.get(tag ?? '') ?? this.#byTag.get(this.#tags[0])!
  }

  has(tag: string): boolean {
    return this.#byTag.has(tag)
  }

  /** `?lang=`, the cookie, the account, Accept-Language, the default. */
  of(asking: Asking): Language {
    if (!this.isChoice) return this.named(undefined)
    const address = (asking.query as Readonly<Record<string, unknown>> | undefined)?.[languageName]
    const inAddress = this.#inAddress.get(offeredFor(address, this.#tags) ?? '')
    if (inAddress !== undefined) return inAddress
    return this.named(chooseLanguage(this.#tags, wishesOf(asking)))
  }

  /** What a call asks for: the language of its page. Undefined for none, and where one alone is offered. */
  wishOf(asking: Asking): string | undefined {
    const address = (asking.query as Readonly<Record<string, unknown>> | undefined)?.[languageName]
    return offeredFor(address, this.#tags) ?? wishedLanguage(this.#tags, wishesOf(asking))
  }

  /** Says texts to whoever sent a request. */
  sayTo(request: Asking): Say {
    const { tag, messages } = this.of(request)
    return sayIn(tag, messages)
  }

  /** Says texts in the language of an account. */
  sayIn(tag: string | null | undefined): Say {
    const language = this.named(tag)
    return sayIn(language.tag, language.messages)
  }

  /** The texts of a page in this language, as its browser gets them. */
  textsOf({ catalogue }: SiteLanguage): CatalogueMessages | undefined {
    return this.#files.get(catalogue ?? '')?.messages
  }

  /**
   * Serves the texts to browsers. Under the address of an earlier start there are all of this one, not to be kept.
   */
  serve(app: FastifyInstance): void {
    if (this.#files.size === 0) return
    app.get<{ Params: { tag: string; file: string } }>('/languages/:tag/:file', async (request, reply) => {
      const known = this.#files.get(request.url)
      const file = known ?? this.#files.get(this.#byTag.get(request.params.tag)?.staffSite?.catalogue ?? '')
      if (file === undefined) return reply.callNotFound()
      reply
        .type('application/json; charset=utf-8')
        .header('vary', 'accept-encoding')
        .header('cache-control', known === undefined ? 'no-store' : 'public, max-age=31536000, immutable')
      if (!acceptsGzip(request)) return reply.send(file.text)
      return reply.header('content-encoding', 'gzip').send(file.packed)
    })
  }
}

const english: Loaded = { tag: 'en', dir: 'ltr', messages: {} }

/** As its own speakers call it. */
const nameOf = (tag: string) => {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  return name[0]!.toLocaleUpperCase(tag) + name.slice(1)
}

const maxProblems = 50

/**
 * Reads the offered languages: what ships, and above it what the owner put into CONTENT_DIR/languages. A language without
 * a file is not offered, and a text that cannot be used is left in English; the log says which.
 */
export async function openLanguages(
  { languages, contentDir }: Pick<Config, 'languages' | 'contentDir'>,
  shippedDir: string,
  log: { warn(sentence: string): void },
): Promise<Languages> {
  const loaded: Loaded[] = []
  const problems: string[] = []
  const report = (problem: string) => {
    log.warn(problem)
    if (problems.length < maxProblems) problems.push(problem)
  }
  for (const tag of languages) {
    if (tag === english.tag) {
      loaded.push(english)
      continue
    }
    const files = [join(shippedDir, `${tag}.po`), join(contentDir, 'languages', `${tag}.po`)]
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(goneAsUndefined)))
    const read = texts.flatMap((text, at) =>
      text === undefined ? [] : [{ file: files[at]!, ...readCatalogue(tag, text) }],
    )
    for (const { file, problems: wrong } of read)
      for (const problem of wrong) report(`${file}: ${problem} (it is left out)`)
    const newest = read.at(-1)
    if (newest === undefined) report(`LANGUAGES names ${tag}, and there is no ${files.join(' and no ')}`)
    else {
      const messages: CatalogueMessages = Object.assign({}, ...read.map((one) => one.messages))
      const filesOf: Record<string, readonly string[]> = Object.assign({}, ...read.map((one) => one.files))
      const staff = Object.entries(messages).filter(([id]) => audienceOf(filesOf[id]) !== 'server')
      const everybody = staff.filter(([id]) => audienceOf(filesOf[id]) === 'everybody')
      loaded.push({
        tag,
        dir: newest.dir,
        messages,
        pages: { everybody: Object.fromEntries(everybody), staff: Object.fromEntries(staff) },
      })
    }
  }
  const [first, ...others] = loaded
  return new Languages(first && [first, ...others], problems)
}

function goneAsUndefined(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
