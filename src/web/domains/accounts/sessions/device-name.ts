/** The first that fits: Edge and Opera say Chrome as well, Chrome says Safari, and an iPhone says Mac OS X. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|\bCriOS|\bChromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bXbox\b/, 'Xbox'],
  [/\bPlayStation\b/, 'PlayStation'],
  [/\bNintendo\b/, 'Nintendo'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const firstIn = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** `Firefox on Windows`, as far as what a browser says of itself tells; anybody may write there what they like. */
export function deviceName(userAgent: string | null): string {
  const text = userAgent ?? ''
  const browser = firstIn(browsers, text)
  const system = firstIn(systems, text)
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

export const isHandheld = (userAgent: string | null) => /\b(?:iPhone|iPad|Android)\b/.test(userAgent ?? '')
