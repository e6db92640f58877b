// The words in which faults and variants are written.

export { all, stateful } from '../server/parts.js'
export { acceptingResources, anyResource, resourceOfAnySchedule } from './foreign-resources.js'
export { bookingIds, type Named, type NameRules, numberedBySchedule, resourceNames } from './identifiers.js'
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
  writesOf,
} from './operation-groups.js'
export {
  access,
  bodyAs,
  inZone,
  inZoneOfOwner,
  type OperationRequest,
  operation,
  queryAs,
  requestAs,
  run,
  shownTo,
  timesAs,
} from './requests.js'
export {
  callAs,
  done,
  intercept,
  links,
  objects,
  pagination,
  partialWrite,
  refusal,
  reply,
  succeedOnMissing,
  success,
  withBody,
  withHeader,
  without,
  withQuery,
} from './responses.js'
export {
  anything,
  body,
  bytes,
  codePoints,
  linkUpTo,
  oneOf,
  query,
  textCutAt,
  textMatching,
  textUpTo,
  timeRead,
  timeUnless,
  units,
} from './schemas.js'
export {
  bookingFilter,
  collection,
  type Note,
  notedCollaborators,
  port,
  rate,
  rows,
  selecting,
  settings,
  shownAs,
  store,
  storedBookings,
} from './stored.js'
