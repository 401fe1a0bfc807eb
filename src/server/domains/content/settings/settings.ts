import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { isAdmin, type Viewer } from '../../../../contract/accounts/ranks.ts'
import { pictureHashPattern } from '../../../../contract/content/look-pictures.ts'
import { isReservedSlug, ownPageLimits } from '../../../../contract/content/own-pages.ts'
import { OwnPageContent } from '../../../../contract/content/own-pages-schemas.ts'
import { isVisitorsOnly } from '../../../../contract/content/preview.ts'
import {
  canChangeSetting,
  canReadSetting,
  isPageScope,
  isSettingScope,
  type PageScope,
  type SettingScope,
  type SettingSource,
  settingScopes,
  slugOfScope,
} from '../../../../contract/content/settings.ts'
import {
  IdentityContent,
  LanguagesContent,
  type Setting,
  type SettingRevision,
} from '../../../../contract/content/settings-schemas.ts'
import { ownValue } from '../../../../contract/own-value.ts'
import { textOf } from '../../../../contract/sentences.ts'
import { setIdentity } from '../../../config.ts'
import type { Context } from '../../../context.ts'
import { recordAudit } from '../../../platform/audit.ts'
import { ConcurrencyLimiter } from '../../../platform/concurrency-limiter.ts'
import type { Executor } from '../../../platform/database.ts'
import type { RequestScope } from '../../../platform/endpoints.ts'
import { conflict, forbidden, invalid, notFound, unauthorized } from '../../../platform/errors.ts'
import { hashOneTimeToken, makeLinkToken } from '../../../platform/one-time-tokens.ts'
import type { FindPreview } from '../../../platform/pages.ts'
import { applyLook } from '../brand/colours.ts'
import { type SiteLogo, siteLogo } from '../brand/logo.ts'
import { problemIn } from '../content.ts'
import { picturesOf, requirePictures } from '../pictures/pictures.ts'
import { findLookPicture } from '../pictures/queries.ts'
import { ContentError, type ContentProblem } from '../problem.ts'
import type { ContentStore, ShownContent } from '../store.ts'
import { findHiddenName } from './hidden-names.ts'
import { configOf, identitiesOf, identityOf } from './identity.ts'
import { languagesContentOf, languagesProblem, offeredLanguagesOf } from './offered.ts'
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
import type { SavedSettings, SettingState } from './state.ts'

/** Says that a setting changed. */
export const settingsChannel = 'settings'

const previewNotice = 'Preview: this is not saved, and only you see it.'
const endedNotice = 'This preview has ended. The page is as it is saved.'

/** What was set in the browser, in force in this process. */
export interface Settings {
  /** Those that the viewer may read, with their value. */
  list(viewer: Viewer): Promise<Setting[]>
  revisions(viewer: Viewer, scope: string): Promise<SettingRevision[]>
  /**
   * @throws {AppError} 400 for what is not valid, 403, 409 for what a variable or file decides or somebody else changed
   */
  save(viewer: Viewer, scope: string, change: { value: unknown; base: number | null }): Promise<number>
  /** Makes an earlier revision the newest; null: what was shipped. */
  undo(viewer: Viewer, scope: string, to: number | null): Promise<number>
  /** Stores a value to be looked at on its page. @throws {AppError} as `save` does */
  preview(
    requester: Pick<RequestScope, 'member' | 'sessionToken'>,
    scope: string,
    value: unknown,
  ): Promise<{ readonly token: string; readonly expiresAt: string }>
  findPreview: FindPreview
  close(): void
}

/** Changes that wait for the one that is made; further ones are a 503. */
const maxWaiting = 200

const noPage: SettingState = {
  value: { title: '', description: null, text: '', isPublished: false },
  shape: OwnPageContent,
  isSaved: false,
}

/** As the audit log names it. */
export const namedInAudit = (scope: SettingScope) =>
  isPageScope(scope) ? { setting: 'page', slug: slugOfScope(scope) } : { setting: scope }

const pageScopesIn = (newest: ReadonlyMap<string, SettingRevision>) => [...newest.keys()].filter(isPageScope)

/** @throws {AppError} 409 for the name of one of the site's own pages, and for one page too many */
async function requireRoomForPage(transaction: Executor, scope: PageScope): Promise<void> {
  if (isReservedSlug(slugOfScope(scope))) throw conflict(msg`This address is reserved for a page of the site`)
  await lockRevisions(transaction)
  const others = pageScopesIn(await currentRevisions(transaction)).filter((one) => one !== scope)
  if (others.length >= ownPageLimits.pages)
    throw conflict(msg`There are ${{ pages: ownPageLimits.pages }} pages. Delete one to make another.`)
}

const shapeOf = (schema: SettingState['shape']): unknown =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

/**
 * Reads what was set in the browser and applies it, now and whenever a process says that it changed.
 * @param config of the process, whose identity follows the setting
 */
export async function openSettings(
  {
    config,
    database,
    languages,
    live,
    log,
    sessions,
    visitorCaches,
  }: Pick<Context, 'config' | 'database' | 'languages' | 'live' | 'log' | 'sessions' | 'visitorCaches'>,
  content: ContentStore,
): Promise<Settings> {
  const identities = identitiesOf(config)
  const offered = offeredLanguagesOf(config)
  let revisions = new Map<string, SettingRevision>()
  /** One change after the other; those that wait hold no connection. */
  const changes = new ConcurrencyLimiter(1, maxWaiting)

  const savedIn = (newest: ReadonlyMap<string, SettingRevision>): SavedSettings =>
    new Map([...settingScopes, ...pageScopesIn(newest)].map((scope) => [scope, newest.get(scope)?.value]))

  /** Why the saved identity is not in force. */
  let identityProblem: ContentProblem | undefined

  /** The logo that was saved, as it was last read. */
  let logo: SiteLogo | undefined
  /** Why the saved logo is not in force. */
  let logoProblem: ContentProblem | undefined

  async function readLogo(newest: ReadonlyMap<string, SettingRevision>): Promise<void> {
    const { hash } = picturesOf(newest.get('look')?.value).find(({ kind }) => kind === 'logo') ?? {}
    if (hash !== undefined && hash === logo?.hash) return
    logoProblem = undefined
    logo = undefined
    if (hash === undefined || !pictureHashPattern.test(hash)) return
    const found = await findLookPicture(database.sql, hash)
    logo =
      found &&
      (await siteLogo(hash, found.bytes).catch((error: unknown) => {
        log.warn({ err: error }, 'the saved logo cannot be read: the shipped one is shown')
        logoProblem = {
          file: 'look',
          line: undefined,
          field: 'logo',
          reason: 'logo cannot be read. Choose it again.',
          text: msg`logo cannot be read. Choose it again.`,
        }
        return undefined
      }))
  }

  const withReadableLogo = (saved: SavedSettings): SavedSettings =>
    logoProblem === undefined
      ? saved
      : new Map([...saved, ['look', { ...(saved.get('look') as object), logo: null }]])

  /** Why the saved languages are not in force. */
  let offeredProblem: ContentProblem | undefined

  async function offerLanguages(newest: ReadonlyMap<string, SettingRevision>): Promise<void> {
    const { tags, problem } = offered.with(newest.get('languages')?.value)
    offeredProblem = problem
    await languages.offer(tags)
    await content.offer(tags)
  }

  function apply(newest: Map<string, SettingRevision>) {
    const saved = withReadableLogo(savedIn(newest))
    const { identity, problem } = identities.with(saved.get('identity'))
    identityProblem = problem
    setIdentity(config, configOf(identity))
    try {
      content.use(saved)
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      // A file that was changed since no longer accepts the name: the identity gives way, and the start is not refused.
      identityProblem = error.problems[0]
      setIdentity(config, configOf(identities.with(undefined).identity))
      content.use(saved)
    }
    const { look } = content.current()
    applyLook(look, look.logo === logo?.hash ? logo : undefined)
    revisions = newest
    visitorCaches?.invalidate()
  }
  /** Revisions in force, by scope; those of deleted pages too. */
  let inForce: ReadonlyMap<string, SettingRevision> | undefined

  /** Reads what changed. Most reloads find nothing: each save is followed by one of its own and by its message. */
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
    // One that was deleted meanwhile is followed by a newer one, which says so itself.
    const all = newest.flatMap(({ scope, ...one }): [string, SettingRevision][] => {
      const found = known(scope, one.revision)
      if (found === undefined && !values.has(one.revision)) return []
      return [[scope, { ...one, value: found === undefined ? values.get(one.revision) : found.value }]]
    })
    const current = new Map(all.filter(([scope, { value }]) => !isPageScope(scope) || value !== null))
    if (changed.length === 0 && inForce?.size === newest.length && logoProblem === undefined) {
      revisions = current
    } else {
      await readLogo(current)
      await offerLanguages(current)
      apply(current)
    }
    inForce = new Map(all)
  }

  let reading: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  /** One after the other: what was read last is what is in force. One that waits serves all who ask meanwhile. */
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
  await reload()
  const stops = [live.listen(settingsChannel, reloadAndLog), live.onResync(reloadAndLog)]

  const stateOf = (scope: SettingScope): SettingState => {
    if (isPageScope(scope)) return content.current().settings[scope] ?? noPage
    if (scope === 'look')
      return { ...content.current().settings.look, ...(logoProblem && { problem: logoProblem }) }
    if (scope === 'languages') return languagesState()
    if (scope !== 'identity') return content.current().settings[scope]
    return {
      value: identityOf(config),
      shape: IdentityContent,
      isSaved: revisions.get(scope)?.value != null && identityProblem === undefined,
      ...(Object.keys(identities.locked).length > 0 && { locked: identities.locked }),
      ...(identityProblem !== undefined && { problem: identityProblem }),
    }
  }

  function languagesState(): SettingState {
    const saved = revisions.get('languages')?.value
    const isSaved = saved != null && offered.lockedBy === undefined && offeredProblem === undefined
    return {
      value: isSaved ? saved : languagesContentOf(config.languages),
      shape: LanguagesContent,
      isSaved,
      ...(offered.lockedBy !== undefined && { lockedBy: offered.lockedBy }),
      ...(offeredProblem !== undefined && { problem: offeredProblem }),
    }
  }

  function sourceOf(scope: SettingScope, { isSaved, lockedBy, locked }: SettingState): SettingSource {
    if (lockedBy !== undefined) return scope === 'languages' ? 'variable' : 'file'
    if (scope === 'identity' && Object.keys(locked ?? {}).length > 0 && !isSaved) return 'variable'
    if (isSaved) return 'browser'
    return locked === undefined ? 'shipped' : 'file'
  }

  function settingOf(scope: SettingScope): Setting {
    const state = stateOf(scope)
    const newest = revisions.get(scope)
    const { value, lockedBy, locked, problem, shape } = state
    const decides = lockedBy ?? (locked && Object.values(locked).join(', '))
    return {
      scope,
      value,
      revision: newest?.revision ?? null,
      source: sourceOf(scope, state),
      ...(decides !== undefined && { lockedBy: decides }),
      ...(locked !== undefined && { locked }),
      ...(problem !== undefined && { problem: problem.reason }),
      by: newest?.by ?? null,
      at: newest?.at ?? null,
      shape: shapeOf(shape),
    }
  }

  function requireAllowed(viewer: Viewer, scope: string, may: typeof canChangeSetting): SettingScope {
    if (!isSettingScope(scope)) throw notFound(msg`There is no such setting`)
    if (!may(viewer, scope)) throw forbidden()
    return scope
  }

  /** @throws {AppError} 409 when a variable or a file decides about what `value` would change */
  function requireUnlocked(scope: SettingScope, value: unknown): void {
    const { lockedBy, locked = {}, value: now } = stateOf(scope)
    const changed = (key: string) =>
      ownValue(value as Record<string, unknown> | null, key) !== ownValue(now as Record<string, unknown>, key)
    const lock = lockedBy ?? Object.entries(locked).find(([key]) => changed(key))?.[1]
    if (lock !== undefined) throw conflict(msg`This is set by ${lock}: change it there`, settingOf(scope))
  }

  /** @throws {AppError} 400 naming the field that is wrong */
  async function requireValid(scope: SettingScope, value: unknown): Promise<void> {
    const hidden = findHiddenName(scope, value)
    if (hidden !== undefined) throw invalid({ [hidden]: msg`Must not hold characters that nobody sees` })
    const saved: SavedSettings = new Map([...savedIn(revisions), [scope, value]])
    const { identity, problem: wrong } = identities.with(saved.get('identity'))
    let problem = scope === 'identity' ? wrong : undefined
    if (scope === 'languages') problem = await languagesProblem(value, languages)
    try {
      const made = content.with(saved, configOf(identity))
      if (scope !== 'identity' && scope !== 'languages') problem = problemIn(made, scope)
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      problem ??= error.problems[0]
    }
    if (problem !== undefined)
      throw invalid({ [problem.field || 'value']: problem.text ?? textOf(problem.reason) })
  }

  /** What the site would be with a value; undefined where a file that was changed since no longer accepts it. */
  function shownWith(scope: SettingScope, value: unknown): ShownContent | undefined {
    const saved: SavedSettings = new Map([...savedIn(revisions), [scope, value]])
    const identity = configOf(identities.with(saved.get('identity')).identity)
    try {
      return { content: content.with(saved, identity), identity, notice: previewNotice }
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      return undefined
    }
  }

  async function store(viewer: Viewer, scope: SettingScope, value: unknown, base: number): Promise<number> {
    const before = revisions.get(scope)?.revision ?? null
    const id = await database.sql.transaction().execute(async (transaction) => {
      if (isPageScope(scope) && value !== null) await requireRoomForPage(transaction, scope)
      if (scope === 'look') await requirePictures(transaction, value)
      const id = await insertRevision(transaction, { scope, value, base, by: viewer.id })
      if (id === undefined) return undefined
      await recordAudit(transaction, {
        actor: viewer,
        action: value === null ? 'setting.reset' : 'setting.save',
        subject: { type: 'setting', id: null },
        before: { ...namedInAudit(scope), revision: before },
        after: { ...namedInAudit(scope), revision: id },
      })
      await live.publish(settingsChannel, {}, transaction)
      return id
    })
    await reload()
    if (id === undefined) throw conflict(msg`Somebody else changed this in the meantime`, settingOf(scope))
    return id
  }

  /** Makes an earlier revision the newest. @throws {AppError} as `undo` does */
  async function bringBack(viewer: Viewer, scope: SettingScope, to: number | null): Promise<number> {
    const all = await listRevisions(database.sql, scope)
    // Of a page that was deleted no revision is in force.
    const base = revisions.get(scope)?.revision ?? all[0]?.revision ?? 0
    if (isPageScope(scope) && all.length === 0) throw notFound(msg`There is no such page`)
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
      const scopes = [...settingScopes, ...pageScopesIn(revisions).sort()]
      return scopes.filter((scope) => canReadSetting(viewer, scope)).map(settingOf)
    },
    revisions: (viewer, scope) => listRevisions(database.sql, requireAllowed(viewer, scope, canReadSetting)),
    async save(member, name, { value, base }) {
      const scope = requireAllowed(member, name, canChangeSetting)
      return changes.run(async () => {
        requireUnlocked(scope, value)
        if (value === null) throw invalid({ value: msg`The setting is empty` })
        if (isPageScope(scope) && base === null && revisions.has(scope))
          throw conflict(msg`There is already a page at this address`, settingOf(scope))
        await requireValid(scope, value)
        return store(member, scope, value, base ?? (await baseOfNew(database.sql, scope)))
      })
    },
    async undo(member, name, to) {
      const scope = requireAllowed(member, name, canChangeSetting)
      return changes.run(() => bringBack(member, scope, to))
    },
    async preview({ member, sessionToken }, name, value) {
      const scope = requireAllowed(member, name, canChangeSetting)
      if (value == null) throw invalid({ value: msg`The setting is empty` })
      await requireValid(scope, value)
      const token = makeLinkToken()
      const expiresAt = await database.sql.transaction().execute(async (transaction) => {
        const sessionId = await sessions.lock(transaction, sessionToken)
        if (sessionId === undefined) throw unauthorized()
        if (scope === 'look') await requirePictures(transaction, value)
        return insertPreview(transaction, { tokenHash: hashOneTimeToken(token), sessionId, scope, value })
      })
      return { token, expiresAt: expiresAt.toISOString() }
    },
    async findPreview(token, sessionToken) {
      const sessionId = await sessions.lock(database.sql, sessionToken)
      if (sessionId === undefined) return undefined
      const viewer = await sessions.viewerOf(database.sql, sessionId)
      if (!isAdmin(viewer)) return undefined
      const found = await findPreview(database.sql, hashOneTimeToken(token), sessionId)
      const scope = found?.scope ?? ''
      const isAllowed = isSettingScope(scope) && canChangeSetting(viewer, scope)
      const shown = (isAllowed && shownWith(scope, found?.value)) || { notice: endedNotice }
      return {
        isVisitorsOnly: isAllowed && isVisitorsOnly(scope),
        during: (work) =>
          content.during(shown, () =>
            isAllowed && scope === 'languages'
              ? languages.during(offered.with(found?.value).tags, work)
              : work(),
          ),
      }
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}
