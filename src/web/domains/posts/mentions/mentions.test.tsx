import { act, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { whenReady } from '../../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { TestProviders } from '../../../testing/site.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PostContent } from '../post-content.tsx'
import { fillBrowserGaps } from '../testing/browser-gaps.ts'
import { MentionTextarea } from './mention-textarea.tsx'
import { typedName } from './typed-name.ts'

beforeEach(() => {
  fillBrowserGaps()
  Element.prototype.scrollIntoView = vi.fn()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const user = (id: number, username: string) => ({ id, username, avatarUrl: null, rank: 'Member' })

const names = [user(5, 'Iron Fox'), user(6, 'Ironclad')]

const asked = (name: string) => `GET /api/mentions?name=${name}`

function Box({ readOnly = false }) {
  const [text, setText] = useState('')
  return (
    <MentionTextarea
      label="Text"
      readOnly={readOnly}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })

/** As typed: the cursor is at the end, or where `cursor` says. */
async function type(text: string, cursor = text.length) {
  act(() => box().focus())
  await whenReady.change(box(), { target: { value: text } })
  act(() => box().setSelectionRange(cursor, cursor))
  await whenReady.input(box())
}

const shown = () => screen.queryAllByRole('option').map((option) => option.textContent)
const chosen = () => screen.getByRole('option', { selected: true }).textContent
const press = (key: string) => whenReady.keyDown(box(), { key })

function open(responses: Parameters<typeof fakeApi>[0] = {}, content = <Box />) {
  const calls = fakeApi({
    [asked('Ir')]: respondWith(names),
    [asked('Iron')]: respondWith(names),
    ...responses,
  })
  render(<TestProviders client={makeQueryClient()}>{content}</TestProviders>)
  return calls
}

test('[evening.49] nothing is asked for one letter, a mail address or a text without @', async () => {
  const calls = open()
  for (const text of ['Ir', '@I', '@ Iron', 'mail@Iron', '@Iron\n', 'site.example/@Iron']) await type(text)
  await type('@Ir')
  await screen.findAllByRole('option')
  expect(calls.map(({ path }) => path)).toEqual(['/api/mentions?name=Ir'])
})

test('[evening.49] two letters behind @ offer names, which arrows choose and Enter takes, with a space', async () => {
  open()
  await type('Hi @Ir!', 6)
  await waitFor(() => expect(shown()).toHaveLength(2))
  expect(chosen()).toContain('Iron Fox')
  const described = () =>
    document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent
  expect(described()).toContain('Iron Fox')
  await press('ArrowDown')
  expect([chosen(), described()].every((text) => text?.includes('Ironclad'))).toBe(true)
  await press('ArrowDown')
  await press('ArrowUp')
  expect(await press('Enter')).toBe(false)
  expect([box().value, box().selectionStart]).toEqual(['Hi @Ironclad !', 13])
  expect(shown()).toEqual([])
  expect(box().hasAttribute('aria-activedescendant')).toBe(false)
  // The cursor is still behind the name, which was chosen: Enter is a line break again.
  expect(await press('Enter')).toBe(true)
})

test.each([{ isComposing: true }, { keyCode: 229 }])(
  '[field.135] Enter during a composition takes no name: %j',
  async (composing) => {
    open()
    await type('@Ir')
    await waitFor(() => expect(shown()).toHaveLength(2))
    expect(await whenReady.keyDown(box(), { key: 'Enter', ...composing })).toBe(true)
    expect([box().value, shown().length]).toEqual(['@Ir', 2])
  },
)

test('[evening.49] a name is taken by a press too, and the cursor stays in the text', async () => {
  open()
  await type('@Ir')
  const option = (await screen.findAllByRole('option'))[0]!
  expect(await whenReady.mouseDown(option)).toBe(false)
  await whenReady.click(option)
  expect(box().value).toBe('@Iron Fox ')
  expect(document.activeElement).toBe(box())
})

test('[evening.49] Escape closes the names and nothing else, until another name is typed', async () => {
  const closed = vi.fn()
  open(
    {},
    <Dialog title="Edit" open onOpenChange={closed}>
      <Box />
    </Dialog>,
  )
  await type('@Ir')
  await screen.findAllByRole('option')
  await press('Escape')
  expect([shown(), closed.mock.calls.length]).toEqual([[], 0])
  await type('@Iron')
  expect(shown()).toEqual([])
  await type('@Iron @Ir')
  await waitFor(() => expect(shown()).toHaveLength(2))
  await press('Escape')
  await press('Escape')
  expect(closed).toHaveBeenCalledWith(false)
})

test('[evening.49] a beginning that nobody has is asked once, however much is written behind it', async () => {
  const calls = open({ [asked('Nob')]: respondWith([]) })
  await type('@Nob')
  await waitFor(() => expect(calls).toHaveLength(1))
  for (const text of ['@Nobo', '@Nobody', '@Nobody knows', '@Nobody knows me']) await type(text)
  await type('@Ir')
  await waitFor(() => expect(shown()).toHaveLength(2))
  expect(calls).toHaveLength(2)
})

test('[evening.49] names that could not be loaded are said, and the text can be written on', async () => {
  open({ [asked('Ir')]: refuse(429, 'too_many_requests', 'Too many requests') })
  await type('@Ir')
  await screen.findByText(/names could not be loaded/)
  expect(await press('Enter')).toBe(true)
})

test('[evening.49] the mention that is typed is the one before the cursor', () => {
  expect(typedName('a @Ann and @Iron F')).toEqual({ at: 11, name: 'Iron F' })
  expect(typedName('(@Ann')).toEqual({ at: 1, name: 'Ann' })
  for (const before of ['Ann', 'a@Ann', '@ Ann', '@Ann\n', '.@Ann', `@${'x'.repeat(65)}`])
    expect([before, typedName(before)]).toEqual([before, null])
})

const content = (text: string, mentions: { userId: number; at: number; length: number }[]) =>
  render(
    <MemoryRouter>
      <PostContent content={text} mentions={mentions} />
    </MemoryRouter>,
  )

test('[evening.48] a mention links to the page of its account, as it was written, among text and addresses', () => {
  content('\u{1f98a} <b>@Iron Fox</b>, see https://isles.example/@Ann', [{ userId: 5, at: 5, length: 9 }])
  expect(screen.getByRole('link', { name: '@Iron Fox' }).getAttribute('href')).toBe('/player/5')
  expect(screen.getByRole('link', { name: 'https://isles.example/@Ann' })).toBeTruthy()
  expect(screen.getAllByRole('link')).toHaveLength(2)
  expect(document.querySelector('p')?.textContent).toBe(
    '\u{1f98a} <b>@Iron Fox</b>, see https://isles.example/@Ann',
  )
})

test('[evening.48] a name that the server does not mention is text', () => {
  content('@Nobody', [])
  expect(screen.queryByRole('link')).toBeNull()
})

test('[evening.48] in a long text the mention of a folded line waits for Show more', async () => {
  const text = `@Ann${'\nline'.repeat(20)}\n\n\n\n\n@Bob`
  content(text, [
    { userId: 5, at: 0, length: 4 },
    { userId: 6, at: text.indexOf('@Bob'), length: 4 },
  ])
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['@Ann'])
  expect(document.querySelector('p')?.textContent).toBe(`@Ann${'\nline'.repeat(11)}`)
  await whenReady.click(screen.getByRole('button', { name: 'Show more' }))
  expect(screen.getByRole('link', { name: '@Bob' }).getAttribute('href')).toBe('/player/6')
  expect(document.querySelector('p')?.textContent).toBe(`@Ann${'\nline'.repeat(20)}\n\n\n@Bob`)
})
