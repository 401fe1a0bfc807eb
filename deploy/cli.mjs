// Commands in an image: docker compose exec site node deploy/cli.mjs <command>
const { runCli } = await import(new URL('../build/app/cli.js', import.meta.url).href)
process.exitCode = await runCli(process.argv.slice(2))
