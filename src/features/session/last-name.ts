import { storedText, storeText } from './stored-text.ts'

/*
 * The name that a person gave in this browser, for when they sign in again after their session has ended. It is
 * forgotten when they sign out, because the next person may be another one.
 */

const keyOf = (service: string) => `redial:name:${service}`

export const lastName = (service: string) => storedText(keyOf(service))

/** @param name null to forget it */
export const rememberName = (service: string, name: string | null) =>
  storeText(keyOf(service), name)
