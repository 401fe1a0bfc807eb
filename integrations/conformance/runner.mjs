/**
 * Runs cases one after another and prints a line for each.
 * @param {Record<string, (kit: never) => Promise<void>>} cases
 * @returns {Promise<number>} how many failed
 */
export async function runCases(cases, kit, { only = '', print = console.log } = {}) {
  let failed = 0
  const chosen = Object.entries(cases).filter(([name]) => name.includes(only))
  for (const [name, work] of chosen) {
    try {
      await work(kit)
      print(`pass ${name}`)
    } catch (error) {
      failed += 1
      print(`FAIL ${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  // A filter that fits nothing must not look like success.
  if (chosen.length === 0) {
    print(`FAIL no case is called ${only}`)
    return 1
  }
  print(`${chosen.length - failed} passed, ${failed} failed`)
  return failed
}
