import { afterEach, expect, test, vi } from 'vitest'
import { drawnSvg } from './picked-image.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [0, 0],
  [40, 0],
])('an SVG whose size is %i × %i cannot be drawn', async (naturalWidth, naturalHeight) => {
  vi.stubGlobal(
    'Image',
    class {
      readonly naturalWidth = naturalWidth
      readonly naturalHeight = naturalHeight
      decode = () => Promise.resolve()
    },
  )
  await expect(drawnSvg(new File(['<svg/>'], 'logo.svg'), 512)).rejects.toThrow()
})
