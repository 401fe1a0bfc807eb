import { expect, test } from 'vitest'
import { deviceOf } from './device-tabs.tsx'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) AppleWebKit/537.36 Edge/44', 'console'],
  ['Mozilla/5.0 (PlayStation; PlayStation 5/10.00) AppleWebKit/605.1.15 Safari/605.1.15', 'console'],
  ['Mozilla/5.0 (Nintendo Switch; WebApplet) AppleWebKit/609.4', 'console'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140 Mobile', 'mobile'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15', 'mobile'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140', 'windows'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140', 'windows'],
  ['', 'windows'],
])('%s is a visitor on: %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})
