import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AvailableLanguage } from '../../../contract/content/settings-schemas.ts'
import type { CatalogueMessages } from '../../../contract/languages.ts'
import { isLanguageTag } from '../../config.ts'
import { audienceOf, type Catalogue, readCatalogue } from './catalogue.ts'

/** The texts of a language, as they are in its files. */
export interface LoadedLanguage {
  readonly tag: string
  readonly dir: 'ltr' | 'rtl'
  /** All that the server says itself. */
  readonly messages: CatalogueMessages
  /** What browsers are sent. */
  readonly pages?: { readonly everybody: CatalogueMessages; readonly staff: CatalogueMessages }
  /** What its files get wrong, a sentence each. */
  readonly problems: readonly string[]
}

/** Its texts are in the code. */
export const english: LoadedLanguage = { tag: 'en', dir: 'ltr', messages: {}, problems: [] }

/** As its own speakers call it. */
export const nameOf = (tag: string) => {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  return name[0]!.toLocaleUpperCase(tag) + name.slice(1)
}

const extension = '.po'

/** Languages that are listed; there are more files than anybody offers. */
const maxListed = 100

/** Catalogues of the release, and above them those of further directories, text by text. */
export class CatalogueFiles {
  /** As the files were when they were listed last. */
  #listed: { readonly signature: string; readonly languages: readonly AvailableLanguage[] } | undefined

  /** @param directories that of the release first */
  constructor(private readonly directories: readonly string[]) {}

  pathsOf(tag: string): string[] {
    return this.directories.map((directory) => join(directory, `${tag}${extension}`))
  }

  /** Undefined for a language without a file. */
  async read(tag: string): Promise<LoadedLanguage | undefined> {
    if (tag === english.tag) return english
    const { catalogues, problems } = await this.#catalogues(tag)
    const newest = catalogues.at(-1)
    if (newest === undefined && problems.length === 0) return undefined
    const messages = messagesOf(catalogues)
    const filesOf: Record<string, readonly string[]> = Object.assign(
      {},
      ...catalogues.map(({ files }) => files),
    )
    const staff = Object.entries(messages).filter(([id]) => audienceOf(filesOf[id]) !== 'server')
    const everybody = staff.filter(([id]) => audienceOf(filesOf[id]) === 'everybody')
    return {
      tag,
      dir: newest?.dir ?? 'ltr',
      messages,
      pages: { everybody: Object.fromEntries(everybody), staff: Object.fromEntries(staff) },
      problems,
    }
  }

  /** Every language that has a file, and English, by their names. Files are parsed again when one has changed. */
  async list(): Promise<readonly AvailableLanguage[]> {
    const tags = await this.#tags()
    const signature = await this.#signature(tags)
    if (this.#listed?.signature === signature) return this.#listed.languages
    const texts = new Set<string>()
    const found: { tag: string; ids: readonly string[]; faulty: number }[] = []
    for (const tag of tags) {
      const { catalogues, problems } = await this.#catalogues(tag)
      const [shipped] = this.pathsOf(tag)
      for (const { file, ids } of catalogues) if (file === shipped) for (const id of ids) texts.add(id)
      found.push({ tag, ids: Object.keys(messagesOf(catalogues)), faulty: problems.length })
    }
    const languages = [
      { tag: english.tag, name: nameOf(english.tag), texts: texts.size, translated: texts.size, faulty: 0 },
      ...found.map(({ tag, ids, faulty }) => ({
        tag,
        name: nameOf(tag),
        texts: texts.size,
        translated: ids.filter((id) => texts.has(id)).length,
        faulty,
      })),
    ].toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    this.#listed = { signature, languages }
    return languages
  }

  /** Tags of files, without English. */
  async #tags(): Promise<string[]> {
    const names = await Promise.all(
      this.directories.map((directory) => readdir(directory).catch(noneIfAbsent)),
    )
    const tags = names
      .flat()
      .filter((name) => name.endsWith(extension))
      .map((name) => name.slice(0, -extension.length))
      .filter((tag) => isLanguageTag(tag) && Intl.getCanonicalLocales(tag)[0] === tag && tag !== english.tag)
    return [...new Set(tags)].toSorted().slice(0, maxListed)
  }

  async #signature(tags: readonly string[]): Promise<string> {
    const paths = tags.flatMap((tag) => this.pathsOf(tag))
    const parts = paths.map(async (path) => {
      const found = await stat(path).catch((error: NodeJS.ErrnoException) => error)
      return found instanceof Error ? found.code : `${path}/${found.mtimeMs}/${found.size}/${found.ino}`
    })
    return (await Promise.all(parts)).join(' ')
  }

  /** A file that cannot be read is named, as a text that cannot be used is. */
  async #catalogues(tag: string) {
    const catalogues: (Catalogue & { readonly file: string })[] = []
    const problems: string[] = []
    for (const file of this.pathsOf(tag)) {
      try {
        const read = readCatalogue(tag, await readFile(file, 'utf8'))
        catalogues.push({ file, ...read })
        for (const problem of read.problems) problems.push(`${file}: ${problem} (it is left out)`)
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === undefined) throw error
        if (code !== 'ENOENT') problems.push(`${file}: it cannot be read (${code})`)
      }
    }
    return { catalogues, problems }
  }
}

const messagesOf = (catalogues: readonly Catalogue[]): CatalogueMessages =>
  Object.assign({}, ...catalogues.map(({ messages }) => messages))

function noneIfAbsent(error: NodeJS.ErrnoException): string[] {
  if (error.code !== 'ENOENT') throw error
  return []
}
