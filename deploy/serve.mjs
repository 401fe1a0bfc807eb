// The built site alone, for an image in which nothing is left to install or build.
const { main } = await import(new URL('../build/app/main.js', import.meta.url).href)
await main()
