import { config } from 'zod/mini'

type TrustedTypes = {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string }) => unknown
}

declare global {
  interface Window {
    /** Not in every browser yet. */
    trustedTypes?: TrustedTypes
  }
}

// zod tries to compile schemas, which the Content-Security-Policy refuses. It tries when the first
// schema is created, so this module comes before every module that creates one.
config({ jitless: true })
refuseMarkup()

/**
 * The gateway's Content-Security-Policy never lets text become markup or script. Mantine writes its
 * style sheets in a way that looks like markup to the browser, so text without tags is allowed.
 */
function refuseMarkup() {
  window.trustedTypes?.createPolicy('default', {
    createHTML: text => {
      if (text.includes('<')) throw new TypeError('Redial never turns text into markup')
      return text
    },
  })
}
