# The server, the mock and the conformance kit, without Node.js on your machine:
#
#   docker build --tag schedkit .
#   docker run --publish 4000:4000 --volume schedkit:/data schedkit serve --data /data
#   docker run --publish 4000:4000 schedkit mock
#   docker run --network host --volume "$PWD:/srv" --user "$(id -u)" schedkit conformance run --target target.json
FROM node:22-alpine AS build
WORKDIR /source
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN mkdir /package && npm pack --silent --pack-destination /package
WORKDIR /app
# With the driver of PostgreSQL, for --database.
RUN npm init --yes && npm install --omit=dev --no-audit --no-fund /package/schedkit-*.tgz pg@8

FROM node:22-alpine
ENV NODE_ENV=production SCHEDKIT_HOST=0.0.0.0 SCHEDKIT_PORT=4000
COPY --from=build /app /app
RUN mkdir /data && chown node:node /data /srv
USER node
WORKDIR /srv
VOLUME /data
EXPOSE 4000
# The mock has no such route: any response below 500 means that it is up. Set port and TLS by the variables SCHEDKIT_PORT and
# SCHEDKIT_TLS_CERT rather than by options, which this check does not know.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["node", "-e", "const scheme = process.env.SCHEDKIT_TLS_CERT ? 'https' : 'http'; require(scheme).get(`${scheme}://127.0.0.1:${process.env.SCHEDKIT_PORT}/_health/ready`, { rejectUnauthorized: false }, answer => process.exit(answer.statusCode < 500 ? 0 : 1)).on('error', () => process.exit(1))"]
ENTRYPOINT ["node", "/app/node_modules/schedkit/dist/node/schedkit.js"]
CMD ["serve"]
