import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AvailableLanguage } from '../../../contract/content/settings-schemas.ts'
import type { CatalogueMessages } from '../../../contract/languages.ts'
import { isLanguageTag } from '../../config.ts'
import { NotTextError, textOfFile } from '../text-file.ts'
import { type Catalogue, readCatalogue } from './catalogue.ts'

/** The texts of a language, as they are in its files. */
export interface LoadedLanguage {
  readonly tag: string
  readonly dir: 'ltr' | 'rtl'
  /** By id: all that is translated. */
  readonly messages: CatalogueMessages
  /** What is left out of its files, a sentence each. */
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

/** Those of the release have 0.6 MB. */
const maxMegabytes = 4

/** The text of a file, or why it cannot be read; undefined where there is none. */
async function readText(file: string): Promise<{ text: string } | { reason: string } | undefined> {
  try {
    const found = await stat(file)
    // A pipe would be waited for, a device has no end.
    if (!found.isFile()) return { reason: 'it is not a file' }
    if (found.size > maxMegabytes * 1024 ** 2) return { reason: `it is larger than ${maxMegabytes} MB` }
    const bytes = await readFile(file)
    try {
      return { text: textOfFile(bytes) }
    } catch (error) {
      if (!(error instanceof NotTextError)) throw error
      // A letter of another encoding costs its own text alone: the entries are checked one by one.
      if (!bytes.includes(0)) return { text: bytes.toString() }
      return { reason: `${error.message} (line ${error.line})` }
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Of a folder that is none, its own problem tells.
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    if (code === undefined) throw error
    return { reason: `it cannot be read (${code}): check its owner and rights` }
  }
}

/** Catalogues of the release, and above them those of further directories, text by text. */
export class CatalogueFiles {
  /** As the files were when they were listed last. */
  #listed: { readonly signature: string; readonly languages: readonly AvailableLanguage[] } | undefined

  /** @param directories that of the release first */
  constructor(
    private readonly directories: readonly string[],
    private readonly parse = readCatalogue,
  ) {}

  pathsOf(tag: string): string[] {
    return this.directories.map((directory) => join(directory, `${tag}${extension}`))
  }

  /** Undefined for a language without a file that can be read. */
  async read(tag: string): Promise<LoadedLanguage | undefined> {
    if (tag === english.tag) return english
    const { catalogues, problems, unreadable } = await this.#catalogues(tag)
    const newest = catalogues.at(-1)
    if (newest === undefined) return undefined
    return {
      tag,
      dir: newest.dir,
      messages: messagesOf(catalogues),
      problems: [...unreadable, ...problems],
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
      if (catalogues.length === 0) continue
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

  /** What is wrong with files above those of the release as a whole, a sentence each. */
  async problems(): Promise<string[]> {
    const problems: string[] = []
    for (const directory of this.directories.slice(1)) {
      const { names, reason } = await namesIn(directory)
      if (reason !== undefined) problems.push(`${directory}: ${reason}`)
      for (const name of names.filter((one) => /\.po(?:t|\.txt)?$/i.test(one)).slice(0, maxListed)) {
        const wrong = wrongName(name)
        if (wrong !== undefined) problems.push(`${join(directory, name)}: ${wrong} (it is left out)`)
      }
    }
    for (const tag of await this.#tags(this.directories.slice(1))) {
      const { catalogues, unreadable } = await this.#catalogues(tag)
      problems.push(...unreadable)
      if (catalogues.length > 0 && !isKnown(tag))
        problems.push(`${catalogues.at(-1)!.file}: ${tag} is the code of no language that is known here`)
    }
    return problems
  }

  /** Tags of files, without English. */
  async #tags(directories = this.directories): Promise<string[]> {
    const found = await Promise.all(directories.map(namesIn))
    const tags = found
      .flatMap(({ names }) => names)
      .filter((name) => name.endsWith(extension) && wrongName(name) === undefined)
      .map((name) => name.slice(0, -extension.length))
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

  /** Files of a language that can be read, and what is wrong with texts of those and with the others. */
  async #catalogues(tag: string) {
    const catalogues: (Catalogue & { readonly file: string })[] = []
    const problems: string[] = []
    const unreadable: string[] = []
    for (const file of this.pathsOf(tag)) {
      const found = await readText(file)
      if (found === undefined) continue
      const read = 'text' in found ? await this.parse(tag, found.text) : undefined
      if (read?.hasTexts === true) {
        catalogues.push({ file, ...read })
        for (const { line, reason } of read.problems)
          problems.push(`${file}:${line}: ${reason} (it is left out)`)
      } else {
        const reason = 'reason' in found ? found.reason : 'it has no texts that can be read'
        unreadable.push(`${file}: ${reason} (it is left out)`)
      }
    }
    return { catalogues, problems, unreadable }
  }
}

const messagesOf = (catalogues: readonly Catalogue[]): CatalogueMessages =>
  Object.assign({}, ...catalogues.map(({ messages }) => messages))

/** Files of a directory; none of one that is not there. */
const namesIn = (
  directory: string,
): Promise<{ readonly names: readonly string[]; readonly reason?: string }> =>
  readdir(directory).then(
    (names) => ({ names }),
    ({ code, message }: NodeJS.ErrnoException) => ({
      names: [],
      ...(code !== 'ENOENT' && { reason: `it cannot be read (${code ?? message})` }),
    }),
  )

/** Why a file is of no language; undefined where it is of one. */
function wrongName(name: string): string | undefined {
  const stem = name.replace(/\.po(?:t|\.txt)?$/i, '')
  const written = stem.replaceAll('_', '-')
  if (!isLanguageTag(written)) return 'its name is not the tag of a language, as nl.po and pt-BR.po are'
  const [tag = written] = Intl.getCanonicalLocales(written)
  if (tag === english.tag) return 'English is in the program, and no file changes it'
  if (name === `${tag}${extension}`) return undefined
  const tags = new Set([tag.split('-', 1)[0]!, tag])
  tags.delete(english.tag)
  return `call it ${[...tags].map((one) => `${one}${extension}`).join(' or ')}`
}

/** Whether its language has a name. */
const isKnown = (tag: string) =>
  new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(tag.split('-', 1)[0]!) !==
  undefined
