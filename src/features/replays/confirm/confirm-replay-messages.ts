/* The question loads when it is first asked, so its texts are apart from those of the rows. */

export const sendsAgain = 'Redial sends it to the company’s system again.'
export const alreadyDelivered =
  'A replay has already delivered this event. If it is sent again, the receiver may store it twice.'
/** "Thandi marked this event as handled. …" */
export const handledBy = (who: string | null) =>
  `${who ?? 'Somebody'} marked this event as handled in another way. If it is sent anyway, the receiver may have it twice.`
export const sendIt = 'Send it'
export const sendItAgain = 'Send it again'
export const sendItAnyway = 'Send it anyway'
