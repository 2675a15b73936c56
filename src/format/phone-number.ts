/** Adds the "+" that people write before E.164 digits. Anything else stays as it is. */
export function formatPhoneNumber(number: string): string {
  return /^[1-9]\d{6,14}$/.test(number) ? `+${number}` : number
}
