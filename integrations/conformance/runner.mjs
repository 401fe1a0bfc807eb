/**
 * Runs cases, one after another unless `atOnce` says more, and prints a line for each.
 * @param {Record<string, (kit: never) => Promise<void>>} cases
 * @returns {Promise<number>} how many failed
 */
export async function runCases(cases, kit, { only = '', print = console.log, atOnce = 1 } = {}) {
  let failed = 0
  const chosen = Object.entries(cases).filter(([name]) => name.includes(only))
  const waiting = chosen.values()
  const lane = async () => {
    for (const [name, work] of waiting) {
      try {
        await work(kit)
        print(`pass ${name}`)
      } catch (error) {
        failed += 1
        print(`FAIL ${name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  // A filter that fits nothing must not look like success.
  if (chosen.length === 0) {
    print(`FAIL no case is called ${only}`)
    return 1
  }
  print(`${chosen.length - failed} passed, ${failed} failed`)
  return failed
}
