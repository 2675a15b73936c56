/**
 * The short name of a time zone, such as "SAST". South African English has it. A zone without a short
 * name gets its offset.
 *
 * @param timeZone IANA name, such as "Africa/Johannesburg"
 */
export function zoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-ZA', { timeZone, timeZoneName: 'short' })
  return parts.formatToParts().find(part => part.type === 'timeZoneName')?.value ?? timeZone
}
