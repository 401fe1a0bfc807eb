import { afterEach, expect, test, vi } from 'vitest'
import {
  adoptVisitorDrafts,
  draftLimits,
  readDraft,
  removeDraft,
  removeDraftsOf,
  writeDraft,
} from './stored-drafts.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('Nobody reads the draft of another member, and a visitor none of a member', () => {
  writeDraft(7, 'post', { content: 'mine' })
  expect(readDraft(8, 'post')).toBeUndefined()
  expect(readDraft(null, 'post')).toBeUndefined()
  expect(readDraft(7, 'post')).toMatchObject({ content: 'mine' })
})

test('Anyone who signs out takes their own drafts and those of the visitor along, and no others', () => {
  writeDraft(7, 'post', { content: 'mine' })
  writeDraft(70, 'post', { content: 'of another member' })
  writeDraft(null, 'contact', { message: 'typed by a visitor' })
  localStorage.setItem('sound', 'true')
  removeDraftsOf(7)
  expect(readDraft(7, 'post')).toBeUndefined()
  expect(readDraft(null, 'contact')).toBeUndefined()
  expect(readDraft(70, 'post')).toMatchObject({ content: 'of another member' })
  expect(localStorage.getItem('sound')).toBe('true')
})

test('What a visitor typed belongs to who signs in, and is no longer the visitor’s', () => {
  writeDraft(null, 'bug-report', { reason: 'The bridge is gone' })
  adoptVisitorDrafts(7)
  expect(readDraft(7, 'bug-report')).toMatchObject({ reason: 'The bridge is gone' })
  expect(readDraft(null, 'bug-report')).toBeUndefined()
})

test('A draft is read for 30 days', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
  writeDraft(7, 'post', { content: 'old' })
  vi.setSystemTime(Date.now() + draftLimits.ageMs)
  expect(readDraft(7, 'post')).toBeDefined()
  vi.setSystemTime(Date.now() + 1)
  expect(readDraft(7, 'post')).toBeUndefined()
})

test('The oldest drafts make room for new ones, and one that is too long is refused', () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
  for (let post = 0; post < draftLimits.drafts + 5; post += 1) {
    vi.setSystemTime(Date.now() + 1)
    writeDraft(7, `post-report-${post}`, { reason: 'spam' })
  }
  expect(Object.keys(localStorage)).toHaveLength(draftLimits.drafts)
  expect(readDraft(7, 'post-report-4')).toBeUndefined()
  expect(readDraft(7, 'post-report-5')).toBeDefined()
  expect(writeDraft(7, 'post', { content: 'x'.repeat(draftLimits.chars) })).toBe(false)
})

test.each(['{', '"text"', '[]', 'null', '7'])('What cannot be read (%s) is no draft', (text) => {
  localStorage.setItem('member:7:post', text)
  expect(readDraft(7, 'post')).toBeUndefined()
})

test('A browser that blocks its storage breaks nothing', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  const blocked = { getItem: refuse, setItem: refuse, removeItem: refuse, clear: () => undefined }
  vi.stubGlobal('localStorage', blocked)
  vi.stubGlobal('sessionStorage', blocked)
  expect(readDraft(7, 'post')).toBeUndefined()
  expect(writeDraft(null, 'post', { content: 'mine' })).toBe(false)
  removeDraft(7, 'post')
  removeDraftsOf(7)
  adoptVisitorDrafts(7)
})
