interface Reason {
  /** A pattern of the ids of places. */
  readonly place: RegExp
  readonly reason: string
}

/** Places where the document allows what is a mistake elsewhere. */
const allowed: readonly Reason[] = [
  {
    place: /^(?:allowed-to (?!.*Collaborator).* viewer|refused-to (?!.*Collaborator).* editor)$/,
    reason: 'what editors and viewers may do with resources and bookings is not said: only their names are',
  },
]

/** Mistakes that a run cannot see, or does not look for. */
const missed: readonly Reason[] = [
  {
    place: /^(?:ids-taken|all-limited) .* (?:the first )?100$/,
    reason:
      'a bulk request reaches at most 25 objects of a run; more than 100 would take hundreds of requests',
  },
  {
    place: /^limit list(?:Resources|Collaborators) 0 as 100$/,
    reason: 'a run makes 101 bookings, and not as many resources and collaborators',
  },
]

const reasonIn = (reasons: readonly Reason[], id: string) =>
  reasons.find(({ place }) => place.test(id))?.reason

/** Why a server may do this; undefined where it is a mistake. */
export const allowedBecause = (id: string): string | undefined => reasonIn(allowed, id)

/** Why the kit misses it, as far as that is known. */
export const missedBecause = (id: string): string | undefined => reasonIn(missed, id)
