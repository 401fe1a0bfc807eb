import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'
import { shareImage } from './brand-images.ts'

const names = {
  environment: {
    SITE_NAME: 'Night Foxes',
    SITE_SHORT_NAME: 'Foxes',
    GAME_HOST: 'play.foxes.example',
    GAME_PORT: '19999',
  },
} as const

test('[frame.33] Site name, game host and port come from configuration and change the share image', async () => {
  const site = await testApp(names)
  const usual = await testApp()
  const image = async (of: typeof site) => (await of.app.inject('/share.png')).rawPayload
  const [ours, theirs] = [await image(usual), await image(site)]
  expect(ours.equals(theirs)).toBe(false)
  const { width, height, format } = await sharp(theirs).metadata()
  expect([width, height, format]).toEqual([1200, 630, 'png'])
  await site.close()
  await usual.close()
})

test('a name that is long or has letters the font lacks still fits', async () => {
  const base = { gameHost: 'play.example', gamePort: 1 }
  for (const name of ['W'.repeat(64), '狐の網 <&>', '😀']) {
    const { width } = await sharp(Buffer.from(shareImage({ ...base, name }))).metadata()
    expect(width).toBe(1200)
  }
})
