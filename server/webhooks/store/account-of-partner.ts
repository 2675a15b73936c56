/** What the gateway and the job queue know a partner's account by. */
export function accountOfPartner(partnerId: number): string {
  return `partner ${partnerId}`
}
