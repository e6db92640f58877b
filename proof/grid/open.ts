interface Reason {
  /** A pattern of the ids of places. */
  readonly place: RegExp
  readonly reason: string
}

/** Places where the document allows what is a mistake elsewhere. */
const allowed: readonly Reason[] = [
  {
    place: /^(?:allowed-to (?!.*Collaborator).* viewer|refused-to (?!.*Collaborator).* editor)$/,
    reason:
      'the document names the roles editor and viewer, but does not say what they may do with resources and bookings',
  },
]

/** Mistakes that a run does not look for, because they take too many requests. */
const missed: readonly Reason[] = [
  {
    place: /^(?:ids-taken|all-limited) .* (?:the first )?100$/,
    reason: 'a run makes bulk requests for at most 25 objects; more than 100 would take hundreds of requests',
  },
  {
    place: /^limit list(?:Resources|Collaborators) 0 as 100$/,
    reason: 'a run creates 101 bookings, but not as many resources or collaborators',
  },
]

const reasonIn = (reasons: readonly Reason[], id: string) =>
  reasons.find(({ place }) => place.test(id))?.reason

/** Why the document allows this; undefined if it is a mistake. */
export const allowedBecause = (id: string): string | undefined => reasonIn(allowed, id)

/** Why the kit misses this mistake; undefined if no reason is known. */
export const missedBecause = (id: string): string | undefined => reasonIn(missed, id)
