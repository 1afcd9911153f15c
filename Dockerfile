# Busker: `demo` (the default) runs the whole product with its emulators, `server` the product alone. docs/hosts/server.md says how.
# Every step is a script that runs on plain Debian too.
FROM node:24-bookworm-slim AS made
WORKDIR /src
COPY . .
RUN node scripts/image.mjs

FROM debian:bookworm-slim
COPY --from=made /src/dist/image/usr /usr
COPY --from=made /src/dist/image/opt /opt
COPY --from=made --chown=10001:10001 /src/dist/image/var/lib/busker /var/lib/busker
USER 10001:10001
WORKDIR /var/lib/busker
ENV BUSKER_STATE=/var/lib/busker BIND_ADDRESS=0.0.0.0 NODE_ENV=production
VOLUME /var/lib/busker
EXPOSE 4100 4200 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["/usr/local/bin/node", "/opt/busker/server/busker.mjs", "health"]
ENTRYPOINT ["/usr/local/bin/node", "/opt/busker/server/busker.mjs"]
CMD ["demo"]
