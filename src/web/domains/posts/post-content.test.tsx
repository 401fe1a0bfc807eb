import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { whenReady } from '../../testing/actions.ts'
import { PostContent } from './post-content.tsx'

test('a post of many lines is folded until the reader asks for the rest', async () => {
  render(<PostContent content={`top${'\n.'.repeat(400)}\nbottom`} />)
  expect(screen.queryByText(/bottom/)).toBeNull()
  await whenReady.click(screen.getByRole('button', { name: 'Show more' }))
  expect(screen.getByText(/bottom/)).toBeDefined()
  await whenReady.click(screen.getByRole('button', { name: 'Show less' }))
  expect(screen.queryByText(/bottom/)).toBeNull()
})

test('an ordinary post has nothing to unfold', () => {
  render(<PostContent content={'one\ntwo\nthree'} />)
  expect(screen.getByText(/three/)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a post shows at most two blank lines in a row', () => {
  render(<PostContent content={`top${'\n'.repeat(400)}bottom`} />)
  expect(document.querySelector('p')?.textContent).toBe('top\n\n\nbottom')
  expect(screen.queryByRole('button')).toBeNull()
})

test('a web address in a post is a link that hands on nothing, and other words are none', () => {
  render(
    <PostContent content={'Watch https://clips.example/a?b=1, not javascript:alert(1)\nor <b>this</b>'} />,
  )
  const [link, ...others] = screen.getAllByRole('link')
  expect(others).toEqual([])
  expect(link?.getAttribute('href')).toBe('https://clips.example/a?b=1')
  expect([link?.getAttribute('rel'), link?.getAttribute('target')]).toEqual([
    'nofollow ugc noopener',
    '_blank',
  ])
  expect(document.querySelector('p')?.textContent).toBe(
    'Watch https://clips.example/a?b=1, not javascript:alert(1)\nor <b>this</b>',
  )
})
