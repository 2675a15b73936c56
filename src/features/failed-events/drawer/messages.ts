import { formatCount } from '../../../format/numbers.ts'

export const event = 'Event'
export const previousEvent = 'Previous event'
export const nextEvent = 'Next event'
export const loading = 'Loading…'
export const placeOnPage = (place: number, count: number) => `${place} of ${count}`
export const placeInList = (place: string, page: number, pages: number | null) =>
  `${place} on page ${page}${pages === null ? '' : ` of ${pages}`}`
export const nextPageNotLoaded = (reason: string) =>
  `Couldn’t load the next page of events. ${reason}.`
export const noMoreEvents = 'There are no more events.'

export const loadingEvent = (one: string) => `Loading the ${one}…`
export const notInList = (one: string) => `This ${one} isn’t in the list`
export const searchOtherDays =
  'It may have failed on other days, or may not be loaded yet. Close this and search other days.'
export const lookingForEvent = (one: string) => `Looking for this ${one}…`
export const searchingOtherPages =
  'It isn’t on the page in the link, because newer failures move it to later pages. Redial is searching the other pages, one after the other.'
export const notFound = (one: string) => `This ${one} was not found`
export const searchedEveryPage = (range: string) =>
  `We searched every page ${range} and couldn’t find it. It may be from another account or from other days.`
export const lookAgain = 'Look again'

export const missedCallSaver = 'Missed Call Saver'
export const sharedContent = 'The service lists this event more than once without an ID.'
export const sharedId = (id: string) => `The service lists more than one event with the ID ${id}.`
export const treatedAsOne =
  'We treat them as one event: a replay sends the first one once, and the result appears on each.'
export const recognisedByContent =
  'The service gives this event no ID. Redial recognises it by its content, so another event with exactly the same content counts as the same one.'

export const deliveredTitle = 'Delivered by a replay'
export const whatHappened = 'What happened'
export const deliveredByReplay = (time: string | undefined) =>
  `A replay delivered this event${time === undefined ? '' : ` on ${time}`}: the receiver answered 200.`
export const failedBefore = (failure: string, attempts: string) =>
  `Before that it had failed: ${failure}. ${attempts}`
export const whatNeedsToBeDone = 'What needs to be done'
export const nothing = 'Nothing.'
export const eventHasArrived =
  'The event has arrived. If it is sent again, the receiver may store it twice.'
export const handledBy = (who: string | null) =>
  `${who ?? 'Someone on your account'} marked this event as handled in another way.`
export const ofTheReplay = (time: string) => `That was the replay on ${time}.`
export const beforeTheReplay = (failure: string, attempts: string) =>
  `Before the replay: ${failure}. ${attempts}`
export const whatItMeans = 'What it means'
export const whoCanFixIt = 'Who can fix it'

export const replaysAndAttempts = 'Replays and attempts'
export const finalFailure = 'Final failure'
export const allRetriesFailed = 'All automatic retries failed.'
export const replayToSendAgain = 'Replay the event to send it again.'
export const noReceiver =
  'Redial can’t send it, because it names neither a receiver nor a tracking number.'
export const acceptedReplay = (time: string) =>
  `The receiver accepted a replay on ${time}, after this event had failed. Replay this event.`
export const allAttemptsAlike = (count: number, outcome: string) =>
  `${formatCount(count, 'attempt', 'attempts')}, all: ${outcome}`
export const replays = 'Replays'
export const earlierReplays = 'Earlier replays'
export const lookingForReplays = 'Looking for replays…'
export const replaysNotFound = (reason: string) => `Redial could not load the replays: ${reason}.`
export const replay = 'Replay'
export const byUnknown = 'by someone on your account'
export const by = (name: string) => `by ${name}`
export const timeUnknown = 'time unknown'

export const theCall = 'The call'
export const company = 'Company'
export const caller = 'Caller'
export const blockCaller = 'Block this caller'
export const trackingNumber = 'Tracking number'
export const callStarted = 'Call started'
export const callEnded = 'Call ended'
export const duration = 'Duration'
export const answered = 'Answered'
export const yes = 'Yes'
export const no = 'No'
export const agent = 'Agent'
export const recording = 'Recording'
export const sessionReference = 'Session reference'
export const callNumber = 'Call number'
export const receiver = 'Receiver'
export const openRecording = 'Open the recording in a new tab'
export const recordingNotLoaded =
  'The recording could not be loaded. It may have been deleted, or it may need a sign-in.'
export const recordingOfCall = 'Recording of the call'

export const payload = 'Payload'
export const otherInformation = 'Other information from the service'
