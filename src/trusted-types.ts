type TrustedTypes = {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string }) => unknown
}

declare global {
  interface Window {
    /** Not in every browser yet. */
    trustedTypes?: TrustedTypes
  }
}

/**
 * The gateway's Content-Security-Policy never lets text become markup or script. Mantine writes its
 * style sheets in a way that looks like markup to the browser, so text without tags is allowed.
 */
export function refuseMarkup() {
  window.trustedTypes?.createPolicy('default', {
    createHTML: text => {
      if (text.includes('<')) throw new TypeError('Redial never turns text into markup')
      return text
    },
  })
}
