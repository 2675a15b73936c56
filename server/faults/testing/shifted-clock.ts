/*
 * Loaded before the server with --import: the clock of this process is off by CLOCK_OFF_BY_MS.
 * Monotonic time, which only measures durations, is not affected.
 */
const offMs = Number(process.env.CLOCK_OFF_BY_MS)
const now = Date.now.bind(Date)

globalThis.Date = new Proxy(Date, {
  construct: (target, words, made) =>
    Reflect.construct(target, words.length === 0 ? [now() + offMs] : words, made),
  apply: () => new Date().toString(),
  get: (target, name) => (name === 'now' ? () => now() + offMs : Reflect.get(target, name)),
})
