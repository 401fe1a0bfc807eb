/** Ends the process with one line when this Node cannot run the site. */
export const requireNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const fits = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
  if (fits) return
  console.error(`Node 20.19 or newer is needed (22.12 of the 22 line); this is ${process.versions.node}.`)
  process.exit(1)
}
