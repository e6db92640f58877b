// The words in which faults and variants are written.

export { all, remembering } from '../server/parts.js'
// Which operations.
export {
  bookingBulkPuts,
  bookingLists,
  bulkDeletes,
  bulkPuts,
  changesOf,
  creates,
  lists,
  readsOf,
  singleDeletes,
  singlePuts,
  singleReads,
} from './groups.js'
// What is half done, and what is unique.
export { halfDone } from './halves.js'
// How bookings are kept, and where.
export { bookingsKeptAs } from './kept.js'
export { type Named, type Naming, naming } from './names.js'
export { numberedBySchedule, numberingBookings } from './numbers.js'
// What operations do.
export { type Asked, access, asking, body, operation, query, request, run, taking } from './operations.js'
export { type Note, notingCollaborators } from './overlays.js'
// What surrounds them.
export { port, rate, settings } from './ports.js'
// What comes in and goes out.
export {
  absentIsFine,
  around,
  done,
  hearing,
  links,
  objects,
  pagination,
  refusal,
  reply,
  success,
  withBody,
  withHeader,
  without,
  withQuery,
} from './replies.js'
// What is kept.
export { collection, filtering, rows, selecting, shownAs, store } from './rows.js'
export { anyResource, resourceOfAnySchedule, takingResources } from './strays.js'
// Times.
export { inZone, inZoneOfOwner, shownTo, takingTimes, timeRead, timeUnless, timeWrites } from './times.js'
// Values.
export {
  anything,
  bytes,
  codePoints,
  linkUpTo,
  textCutAt,
  textLike,
  textUpTo,
  units,
  wordOf,
} from './values.js'
