/** Answers at once, without asking who it is. */
export const FIXED_REPLY = '/v1/fixed_reply/'

/** Answers the same after the checks that the lists make first: the token, then the throttle. */
export const FIXED_REPLY_SIGNED_IN = '/v1/fixed_reply_signed_in/'
