export type Device = 'windows' | 'mobile' | 'console'

/** The device that a browser says it runs on; a computer that is no console counts as Windows. */
export function deviceOf(userAgent: string): Device {
  // First, since an Xbox names Windows too and a PlayStation browser may name Safari.
  if (/Xbox|PlayStation|Nintendo/i.test(userAgent)) return 'console'
  if (/Android|iPhone|iPad|iPod/i.test(userAgent)) return 'mobile'
  return 'windows'
}
