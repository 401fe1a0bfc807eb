import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { holds, type Viewer } from '../../../../contract/accounts/ranks.ts'
import { pictureHashPattern } from '../../../../contract/content/look-pictures.ts'
import { isReservedSlug, ownPageLimits } from '../../../../contract/content/own-pages.ts'
import type { OwnPageContent } from '../../../../contract/content/own-pages-schemas.ts'
import type { SecretName } from '../../../../contract/content/secrets.ts'
import type { Secret } from '../../../../contract/content/secrets-schemas.ts'
import {
  canChangeSetting,
  canReadSetting,
  type FixedScope,
  isMadeByStaff,
  isPageScope,
  isSettingScope,
  type PageScope,
  type SettingScope,
  settingFacts,
  settingNameOf,
  settingScopes,
  slugOfScope,
  translatedBy,
} from '../../../../contract/content/settings.ts'
import {
  SecurityContent,
  type Setting,
  type SettingRevision,
  settingValues,
  type TranslationContent,
} from '../../../../contract/content/settings-schemas.ts'
import { placeOf, textsIn } from '../../../../contract/content/translated-texts.ts'
import { ownValue } from '../../../../contract/own-value.ts'
import type { Context } from '../../../context.ts'
import { recordAudit } from '../../../platform/audit.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { hasFactorOfStaff } from '../../../platform/granted-rank.ts'
import { ConcurrencyLimiter } from '../../../platform/http/concurrency-limiter.ts'
import type { RequestScope } from '../../../platform/http/endpoints.ts'
import { conflict, forbidden, invalid, notFound, unauthorized } from '../../../platform/http/errors.ts'
import type { FindPreview } from '../../../platform/http/pages.ts'
import { hashOneTimeToken, makeLinkToken } from '../../../platform/one-time-tokens.ts'
import { applyLook } from '../brand/colours.ts'
import { type SiteLogo, siteLogo } from '../brand/logo.ts'
import { problemIn, wordPlaceholders } from '../content.ts'
import { picturesOf, requirePictures } from '../pictures/pictures.ts'
import { findLookPicture } from '../pictures/queries.ts'
import { ContentError, type ContentProblem, formatProblem } from '../problem.ts'
import { type SecretChange, settingsChannel, siteSecrets } from '../secrets/secrets.ts'
import type { ContentStore } from '../store.ts'
import { filledText } from '../yaml-file.ts'
import { requireOwnAddress } from './address.ts'
import { findHiddenName } from './hidden-names.ts'
import { languagesSetting } from './offered.ts'
import {
  baseOfNew,
  currentRevisions,
  findPreview,
  insertPreview,
  insertRevision,
  listNewestRevisions,
  listRevisions,
  lockRevisions,
  readValues,
} from './queries.ts'
import { picturesIn, settingRules } from './rules.ts'
import { type SavedSettings, type SettingState, settingState } from './state.ts'

const previewNotice = 'Preview: this is not saved, and only you see it.'
const endedNotice = 'This preview has ended. The page is as it is saved.'

/** The Owner or Admin who changes something, and whether their page stays open at any public address. */
type Requester = Pick<RequestScope, 'member' | 'isAtHost'>

/** The settings of this process. */
export interface Settings {
  /** Those that the viewer may read. */
  list(viewer: Viewer): Promise<Setting[]>
  revisions(viewer: Viewer, scope: string): Promise<SettingRevision[]>
  /** What is said in a language without the words of the browser; nothing for other settings. @throws {AppError} 403, 404 */
  given(viewer: Viewer, scope: string): TranslationContent
  /**
   * @throws {AppError} 400 naming the field that is wrong, 403, 409 where a variable or file decides or somebody else
   *   saved first
   */
  save(requester: Requester, scope: string, change: { value: unknown; base: number | null }): Promise<number>
  /** Makes an earlier revision the newest; null: the shipped value. `base` as of `save`, or null for any. */
  undo(
    requester: Requester,
    scope: string,
    change: { to: number | null; base?: number | null | undefined },
  ): Promise<number>
  /** Stores a value so that its page can be rendered with it. @throws {AppError} as `save` does */
  preview(
    requester: Pick<RequestScope, 'member' | 'sessionToken'>,
    scope: string,
    value: unknown,
  ): Promise<{ readonly token: string; readonly expiresAt: string }>
  findPreview: FindPreview
  /** Which secrets are set. @throws {AppError} 403 */
  secrets(viewer: Viewer): Secret[]
  /** Secrets that are stored, but have to be entered again. */
  lostSecrets(): readonly SecretName[]
  /**
   * Replaces a secret, or removes it.
   * @throws {AppError} 400 naming the field that is wrong, 403, 409 where a variable decides, no key can be made or the mail
   *   server was changed
   */
  saveSecret(viewer: Viewer, name: string, change: SecretChange): Promise<void>
  close(): void
}

/** Changes that wait for the one being made; further ones are a 503. */
const maxWaiting = 200

const noPage = settingState({
  given: { title: '', description: null, text: '', isPublished: false } satisfies OwnPageContent,
})

/** Words that nobody has translated. */
const noWords = settingState({ given: [] satisfies TranslationContent })

/** How the audit log names a setting. */
export function namedInAudit(scope: SettingScope) {
  const setting = settingNameOf(scope)
  if (isPageScope(scope)) return { setting, slug: slugOfScope(scope) }
  return isMadeByStaff(scope) ? { setting, name: scope } : { setting }
}

const pageScopesIn = (newest: ReadonlyMap<string, SettingRevision>) => [...newest.keys()].filter(isPageScope)

/** @throws {AppError} 409 for the name of one of the site's own pages, and for one page too many */
async function requireRoomForPage(transaction: Executor, scope: PageScope): Promise<void> {
  if (isReservedSlug(slugOfScope(scope))) throw conflict(msg`This address is reserved for a page of the site`)
  await lockRevisions(transaction)
  const others = pageScopesIn(await currentRevisions(transaction)).filter((one) => one !== scope)
  if (others.length >= ownPageLimits.pages)
    throw conflict(msg`There are ${{ pages: ownPageLimits.pages }} pages. Delete one to make another.`)
}

/** @throws {AppError} 409 for whose page the site knows by its public address alone: another one would lock them out */
function requireStaysOpen(isAtHost: boolean): void {
  if (!isAtHost)
    throw conflict(
      msg`The proxy in front of the site does not pass on the Host header, so another address could lock you out. Correct the proxy, or set PUBLIC_URL.`,
    )
}

/** @throws {AppError} 409 for who would be locked out by what they require of staff */
async function requireOwnFactor(transaction: Executor, viewer: Viewer, value: unknown): Promise<void> {
  const isRequired = SecurityContent.safeParse(value).data?.staffNeedSecondFactor === true
  if (isRequired && !(await hasFactorOfStaff(transaction, viewer.id)))
    throw conflict(msg`Set up your own second factor first`)
}

/**
 * Reads the saved settings and applies them, now and whenever a process announces a change.
 * @param config whose identity and languages follow the settings
 * @param firstReading runs the first reading, perhaps again while the database cannot be reached
 */
export async function openSettings(
  {
    config,
    database,
    events,
    gateways,
    languages,
    live,
    log,
    sessions,
    visitorCaches,
  }: Pick<
    Context,
    | 'config'
    | 'database'
    | 'events'
    | 'gateways'
    | 'languages'
    | 'live'
    | 'log'
    | 'sessions'
    | 'visitorCaches'
  >,
  content: ContentStore,
  firstReading: (read: () => Promise<void>) => Promise<void> = (read) => read(),
): Promise<Settings> {
  const start = { ...config }
  const secrets = siteSecrets({ config, database, events, live, log }, start)
  let revisions = new Map<string, SettingRevision>()
  /** One change at a time. Those that wait hold no connection. */
  const changes = new ConcurrencyLimiter(1, maxWaiting)

  const savedIn = (newest: ReadonlyMap<string, SettingRevision>): SavedSettings =>
    new Map(
      [...settingScopes, ...[...newest.keys()].filter(isMadeByStaff)].map((scope) => [
        scope,
        newest.get(scope)?.value,
      ]),
    )

  /** The saved logo, decoded. */
  let logo: SiteLogo | undefined
  /** Why the saved logo is not in use. */
  let logoProblem: ContentProblem | undefined

  async function readLogo(newest: ReadonlyMap<string, SettingRevision>): Promise<void> {
    const { hash } = picturesOf(newest.get('look')?.value).find(({ kind }) => kind === 'logo') ?? {}
    if (hash !== undefined && hash === logo?.hash) return
    logoProblem = undefined
    logo = undefined
    if (hash === undefined || !pictureHashPattern.test(hash)) return
    const found = await findLookPicture(database.sql, hash)
    try {
      logo = found && (await siteLogo(hash, found.bytes))
    } catch (error) {
      log.warn({ err: error }, 'the saved logo cannot be read: the shipped one is shown')
      logoProblem = {
        file: 'look',
        line: undefined,
        field: 'logo',
        reason: 'logo cannot be read. Choose it again.',
        text: msg`logo cannot be read. Choose it again.`,
      }
    }
  }

  async function apply(newest: ReadonlyMap<string, SettingRevision>): Promise<void> {
    await readLogo(newest)
    const { used } = languagesSetting(start, newest.get('languages')?.value)
    await content.offer(used)
    // Last, so that no request sees other languages than the settings name.
    await languages.offer(used)
    const saved = new Map(savedIn(newest))
    const leftOut = new Map<FixedScope, ContentProblem>()
    if (logoProblem !== undefined) {
      saved.set('look', { ...(saved.get('look') as object), logo: null })
      leftOut.set('look', logoProblem)
    }
    try {
      content.use(saved, leftOut)
    } catch (error) {
      if (!(error instanceof ContentError) || error.problems[0] === undefined) throw error
      // A file changed since has no room for the saved name: keep the site going with the name it started with.
      saved.delete('identity')
      content.use(saved, leftOut.set('identity', error.problems[0]))
    }
    const { look } = content.current()
    applyLook(look, look.logo === logo?.hash ? logo : undefined)
    visitorCaches?.invalidate()
  }

  /** Revisions in use by scope, with those of deleted pages. */
  let inForce: ReadonlyMap<string, SettingRevision> | undefined

  /** Reads what changed. Most reloads find nothing, because a save reloads by itself and then by its message. */
  async function readAgain(): Promise<void> {
    const newest = await listNewestRevisions(database.sql)
    const known = (scope: string, revision: number) => {
      const found = inForce?.get(scope)
      return found?.revision === revision ? found : undefined
    }
    const changed = newest.filter(({ scope, revision }) => known(scope, revision) === undefined)
    const values = await readValues(
      database.sql,
      changed.map(({ revision }) => revision),
    )
    // A revision deleted meanwhile has a newer one after it, whose own message reloads again.
    const all = newest.flatMap(({ scope, ...one }): [string, SettingRevision][] => {
      const found = known(scope, one.revision)
      if (found === undefined && !values.has(one.revision)) return []
      return [[scope, { ...one, value: found === undefined ? values.get(one.revision) : found.value }]]
    })
    const current = new Map(all.filter(([scope, { value }]) => !isMadeByStaff(scope) || value !== null))
    if (changed.length > 0 || inForce?.size !== newest.length || logoProblem !== undefined)
      await apply(current)
    revisions = current
    inForce = new Map(all)
    if (await secrets.apply(current)) visitorCaches?.invalidate()
  }

  let reading: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  /** One reload at a time, so that the last one read is in use. Callers meanwhile share the reload that waits. */
  const reload = (): Promise<void> => {
    next ??= reading
      .catch(() => {})
      .then(() => {
        next = undefined
        return readAgain()
      })
    reading = next
    return next
  }
  const reloadAndLog = () => {
    reload().catch((error: unknown) => log.warn({ err: error }, 'the settings could not be read again'))
  }
  // First, so that no change between the reading and the listening is missed.
  const stops = [live.listen(settingsChannel, reloadAndLog), live.onResync(reloadAndLog)]
  await firstReading(reload)

  const stateOf = (scope: SettingScope): SettingState =>
    ownValue(content.current().settings, scope) ?? (isPageScope(scope) ? noPage : noWords)

  function settingOf(scope: SettingScope): Setting {
    const { problem, ...state } = stateOf(scope)
    const newest = revisions.get(scope)
    const decides = state.lockedBy ?? (state.locked && [...new Set(Object.values(state.locked))].join(', '))
    return {
      scope,
      ...state,
      revision: newest?.revision ?? null,
      ...(decides !== undefined && { lockedBy: decides }),
      ...(problem !== undefined && { problem: problem.reason }),
      by: newest?.by ?? null,
      at: newest?.at ?? null,
      shape: z.toJSONSchema(settingValues[settingNameOf(scope)], { io: 'input', unrepresentable: 'any' }),
    }
  }

  function requireAllowed(viewer: Viewer, scope: string, may: typeof canChangeSetting): SettingScope {
    const { of, tag } = translatedBy(scope) ?? {}
    const isForNobody = tag !== undefined && !config.languages.slice(1).includes(tag)
    const isOfNothing = of !== undefined && isPageScope(of) && !revisions.has(of)
    if (!isSettingScope(scope) || isForNobody || isOfNothing) throw notFound(msg`There is no such setting`)
    if (!may(viewer, scope)) throw forbidden()
    return scope
  }

  /** @throws {AppError} 409 when a variable or a file decides what `value` would change */
  function requireUnlocked(scope: SettingScope, value: unknown): void {
    const { lockedBy, locked = {}, value: now } = stateOf(scope)
    const changed = (key: string) =>
      ownValue(value as Record<string, unknown> | null, key) !== ownValue(now as Record<string, unknown>, key)
    const lock = lockedBy ?? Object.entries(locked).find(([key]) => changed(key))?.[1]
    if (lock !== undefined) throw conflict(msg`This is set by ${lock}: change it there`, settingOf(scope))
  }

  /** The content with a value, or the problem of a file changed since that has no room for it. */
  function contentWith(scope: SettingScope, value: unknown) {
    try {
      return { made: content.with(new Map([...savedIn(revisions), [scope, value]])) }
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      return { problem: error.problems[0] }
    }
  }

  /** @throws {AppError} 400 naming the field that is wrong */
  async function requireValid(scope: SettingScope, value: unknown): Promise<void> {
    const { names = [], problem: findProblem } = settingRules(scope)
    const hidden = findHiddenName(value, names)
    if (hidden !== undefined) throw invalid({ [hidden]: msg`Must not hold characters that nobody sees` })
    const { made, problem: ofFile } = contentWith(scope, value)
    const problem = (await findProblem?.(value, languages)) ?? (made && problemIn(made, scope))
    if (problem !== undefined) throw invalid({ [problem.field || 'value']: problem.text ?? problem.reason })
    // Its field is none of this setting.
    if (ofFile !== undefined) throw invalid({ value: formatProblem(ofFile) })
  }

  async function store(viewer: Viewer, scope: SettingScope, value: unknown, base: number): Promise<number> {
    const before = revisions.get(scope)?.revision ?? null
    const id = await database.sql.transaction().execute(async (transaction) => {
      if (isPageScope(scope) && value !== null) await requireRoomForPage(transaction, scope)
      await requirePictures(transaction, picturesIn(scope, value))
      if (scope === 'security') await requireOwnFactor(transaction, viewer, value)
      const id = await insertRevision(transaction, { scope, value, base, by: viewer.id })
      if (id === undefined) return undefined
      await recordAudit(transaction, {
        actor: viewer,
        action: value === null ? 'setting.reset' : 'setting.save',
        subject: { type: 'setting', id: null },
        before: { ...namedInAudit(scope), revision: before },
        after: { ...namedInAudit(scope), revision: id },
      })
      if (scope === 'mail') await events.publish(transaction, 'mailServerChanged', { byId: viewer.id })
      await live.publish(settingsChannel, {}, transaction)
      return id
    })
    await reload()
    if (id === undefined) throw conflict(msg`Somebody else changed this in the meantime`, settingOf(scope))
    return id
  }

  /** Makes an earlier revision the newest. @throws {AppError} as `undo` does */
  async function bringBack(
    viewer: Viewer,
    scope: SettingScope,
    { to, base: seen }: { to: number | null; base?: number | null | undefined },
  ): Promise<number> {
    const all = await listRevisions(database.sql, scope)
    // No revision of a deleted page is in use.
    const base = seen ?? revisions.get(scope)?.revision ?? all[0]?.revision ?? 0
    if (isMadeByStaff(scope) && all.length === 0) throw notFound(msg`There is no such page`)
    const wanted = to === null ? { value: null } : all.find(({ revision }) => revision === to)
    if (wanted === undefined) throw notFound(msg`There is no such revision`)
    if (wanted.value !== null) {
      requireUnlocked(scope, wanted.value)
      await requireValid(scope, wanted.value)
    }
    return store(viewer, scope, wanted.value, base)
  }

  return {
    async list(viewer) {
      const scopes = [...settingScopes, ...[...revisions.keys()].filter(isMadeByStaff).sort()]
      return scopes.filter((scope) => canReadSetting(viewer, scope)).map(settingOf)
    },
    revisions: (viewer, scope) => listRevisions(database.sql, requireAllowed(viewer, scope, canReadSetting)),
    given(viewer, name) {
      const scope = requireAllowed(viewer, name, canReadSetting)
      const { of, tag } = translatedBy(scope) ?? {}
      if (of === undefined || tag === undefined) return []
      const { made } = contentWith(scope, undefined)
      const said = made?.inLanguages.get(tag)
      if (made === undefined || said === undefined) return []
      const file = of.startsWith('words.') ? of.replace('words', 'pages') : of
      const placeholders = wordPlaceholders({ ...config, ...made.identity }, made)
      const texts = textsIn(stateOf(of).value).map(({ path, text }) => {
        const at = placeOf(path)
        return { at, text, said: said.say(`${file}.${at}`, filledText(text, placeholders)) }
      })
      return texts.filter(({ text, said }) => said !== '' && said !== filledText(text, placeholders))
    },
    async save({ member, isAtHost }, name, { value, base }) {
      const scope = requireAllowed(member, name, canChangeSetting)
      if (scope === 'address') {
        requireStaysOpen(isAtHost)
        requireUnlocked(scope, value)
        // Before the others that wait.
        await requireOwnAddress({ database, gateways }, value)
      }
      return changes.run(async () => {
        requireUnlocked(scope, value)
        if (value === null) throw invalid({ value: msg`The setting is empty` })
        if (isMadeByStaff(scope) && base === null && revisions.has(scope))
          throw conflict(
            isPageScope(scope)
              ? msg`There is already a page at this address`
              : msg`Somebody else changed this in the meantime`,
            settingOf(scope),
          )
        await requireValid(scope, value)
        return store(member, scope, value, base ?? (await baseOfNew(database.sql, scope)))
      })
    },
    async undo({ member, isAtHost }, name, change) {
      const scope = requireAllowed(member, name, canChangeSetting)
      if (scope === 'address') requireStaysOpen(isAtHost)
      return changes.run(() => bringBack(member, scope, change))
    },
    async preview({ member, sessionToken }, name, value) {
      const scope = requireAllowed(member, name, canChangeSetting)
      if (value == null) throw invalid({ value: msg`The setting is empty` })
      await requireValid(scope, value)
      const token = makeLinkToken()
      const expiresAt = await database.sql.transaction().execute(async (transaction) => {
        const sessionId = await sessions.lock(transaction, sessionToken)
        if (sessionId === undefined) throw unauthorized()
        await requirePictures(transaction, picturesIn(scope, value))
        return insertPreview(transaction, { tokenHash: hashOneTimeToken(token), sessionId, scope, value })
      })
      return { token, expiresAt: expiresAt.toISOString() }
    },
    async findPreview(token, sessionToken) {
      const sessionId = await sessions.lock(database.sql, sessionToken)
      if (sessionId === undefined) return undefined
      const viewer = await sessions.viewerOf(database.sql, sessionId)
      if (!holds(viewer, 'admin', 'settings')) return undefined
      const found = await findPreview(database.sql, hashOneTimeToken(token), sessionId)
      const scope = found?.scope ?? ''
      const isAllowed = isSettingScope(scope) && canChangeSetting(viewer, scope)
      const { made } = isAllowed ? contentWith(scope, found?.value) : {}
      const shown = made === undefined ? { notice: endedNotice } : { content: made, notice: previewNotice }
      const tags = made?.languages ?? config.languages
      const areOthers = tags.join() !== config.languages.join()
      return {
        isVisitorsOnly: isAllowed && settingFacts(scope).isVisitorsOnly === true,
        during: (work) => content.during(shown, () => (areOthers ? languages.during(tags, work) : work())),
      }
    },
    secrets: (viewer) => secrets.list(viewer),
    lostSecrets: () => secrets.lost(),
    async saveSecret(viewer, name, change) {
      // Another process may have saved a mail server just now.
      await reload()
      await secrets.save(viewer, name, change)
      await reload()
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}
