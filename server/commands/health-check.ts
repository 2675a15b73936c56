/* For containers: ends with 0 if the Redial of this container answers at /healthz, otherwise with 1. */
const url = `http://127.0.0.1:${process.env.PORT || 4400}/healthz`
const isAlive = await fetch(url, { signal: AbortSignal.timeout(4_000) }).then(
  ({ ok }) => ok,
  () => false,
)
process.exitCode = isAlive ? 0 : 1
