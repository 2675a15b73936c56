/**
 * The seconds of a duration as clocks show it ("00:11:27") or as ISO 8601 writes it ("PT11M27S");
 * null for anything else.
 */
export function secondsOf(value: unknown): number | null {
  if (typeof value !== 'string') return null
  const clock = /^(\d{1,3}):([0-5]\d):([0-5]\d)(?:\.\d+)?$/.exec(value)
  const iso = /^PT(?=\d)(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,6})(?:\.\d+)?S)?$/.exec(value)
  const parts = clock ?? iso
  if (parts === null) return null
  const [, hours = '0', minutes = '0', seconds = '0'] = parts
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
