/*
 * Loaded before the server with --import: the clock of this process is off by CLOCK_OFF_BY_MS, and after a
 * SIGUSR2 by as much in the other direction. Monotonic time, which only measures durations, is not affected.
 */
let offMs = Number(process.env.CLOCK_OFF_BY_MS)
const now = Date.now.bind(Date)
process.on('SIGUSR2', () => {
  offMs = -offMs
})

globalThis.Date = new Proxy(Date, {
  construct: (target, words, made) =>
    Reflect.construct(target, words.length === 0 ? [now() + offMs] : words, made),
  apply: () => new Date().toString(),
  get: (target, name) => (name === 'now' ? () => now() + offMs : Reflect.get(target, name)),
})
