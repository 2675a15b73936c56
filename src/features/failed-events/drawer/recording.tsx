import { useState } from 'react'
import { shownText } from '../../../../contract/text/shown-text.ts'
import { safeLink } from '../../event/fields/call-fields.ts'
import classes from './call-facts.module.css'
import * as messages from './messages.ts'

/**
 * The recording of a call. Its URL comes from outside, so only http and https are allowed, and the
 * browser requests it only when the person presses play.
 */
export function Recording({ url }: { url: string }) {
  const [isLost, setIsLost] = useState(false)
  const href = safeLink(url)
  if (href === null) return <span translate="no">{shownText(url)}</span>
  const link = (
    <a href={href} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
      {messages.openRecording}
    </a>
  )
  // The gateway's Content-Security-Policy allows recordings only over https.
  if (!href.startsWith('https:')) return link
  return (
    <div className={classes.recording}>
      {isLost ? (
        <p className={classes.lost} role="alert">
          {messages.recordingNotLoaded}
        </p>
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: nobody writes captions for a phone call
        <audio
          controls
          preload="none"
          src={href}
          aria-label={messages.recordingOfCall}
          onError={() => setIsLost(true)}
        />
      )}
      {link}
    </div>
  )
}
