// biome-ignore-all format: written by npm run snapshots from the contract and its descriptions

/** Someone with access to a schedule. */
export type Collaborator = {
  /** Identifies the collaborator. */
  id: number
  /** The schedule that they have access to. */
  schedule_id: string
  /** The address that was invited. It stays, even if the account gets another one. At most 200 characters. */
  email: string
  /** An editor changes resources and bookings; a viewer reads them. */
  user_role: 'editor' | 'viewer'
  /** The account that has the access. Absent while there is none. */
  user?: {
    /** The address that the account logs in with. */
    email: string
    /** First name. */
    firstname: string
    /** Last name. */
    lastname: string
  } | undefined
  /** When it was last updated: UTC, ISO 8601. */
  updated_at: string
  /** When it was created: UTC, ISO 8601. */
  created_at: string
}

/** To add a collaborator. */
export type NewCollaboratorBody = {
  /** The address that was invited. It stays, even if the account gets another one. At most 200 characters. */
  email: string
  /** An editor changes resources and bookings; a viewer reads them. @default "viewer" */
  user_role?: 'editor' | 'viewer' | undefined
  /** Whether to send an invitation by e-mail. @default false */
  invite?: boolean | undefined
}

/** The role to give to a collaborator. */
export type CollaboratorBody = {
  /** An editor changes resources and bookings; a viewer reads them. */
  user_role?: 'editor' | 'viewer' | undefined
}
