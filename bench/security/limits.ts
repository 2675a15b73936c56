/** How long others may wait at most, whatever an attacker does (issue "Security"). */
export const WAIT_LIMIT_MS = 250
