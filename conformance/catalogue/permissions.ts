import { area, may, must, should } from './rule.js'

export const permissions = area('PERM', 'Permissions', [
  must('PERM-01', '4.3, 7.2', 'read', 'editor', 'viewer', 'stranger')`
    Listing the collaborators of a schedule is refused to an editor, a viewer and a
    stranger, without showing any of them.`,
  must('PERM-02', '4.3, 7.2', 'read', 'second schedule', 'editor', 'viewer', 'stranger')`
    A single read of a collaborator is refused to an editor, a viewer and a stranger, even of
    their own collaborator object.`,
  must('PERM-03', '4.3, 7.2', 'own', 'second schedule', 'editor', 'viewer', 'stranger')`
    Creating a collaborator is refused to an editor, a viewer and a stranger, and none is created.`,
  must('PERM-04', '4.3, 7.2', 'own', 'second schedule', 'editor', 'viewer', 'stranger')`
    A single PUT of a collaborator is refused to an editor, a viewer and a stranger, even of their own object,
    so that nobody can promote themselves.`,
  must('PERM-05', '4.3, 7.2', 'guard', 'second schedule', 'spare schedule', 'editor', 'viewer', 'stranger')`
    A bulk PUT of collaborators is refused to an editor, a viewer and a stranger, and no role changes.`,
  must('PERM-06', '4.3, 7.2', 'guard', 'second schedule', 'spare schedule', 'editor', 'viewer', 'stranger')`
    A bulk DELETE of collaborators is refused to an editor, a viewer and a stranger, even with only their own
    id in ids, and none is deleted.`,
  must('PERM-07', '4.3, 7.2', 'own', 'second schedule', 'editor', 'viewer', 'stranger')`
    A single DELETE of another person's collaborator object is refused to an editor,
    a viewer and a stranger.`,
  must('PERM-08', '4.3, 7.2', 'own', 'second schedule', 'editor', 'viewer')`
    A single DELETE of one's own collaborator object is accepted, from an editor and from a viewer.`,
  must('PERM-09', '4.3', 'own', 'second schedule', 'editor', 'viewer')`
    Collaborators who deleted their own collaborator object no longer have access to the
    resources and bookings of the schedule.`,
  must('PERM-10', '4.3', 'read', 'second schedule', 'stranger')`
    Owning another schedule gives no right to the collaborators of this one.`,
  should('PERM-11', '4.3', 'own', 'second schedule', 'editor', 'stranger')`
    A DELETE of one's own collaborator id under the path of another schedule should be refused and end no
    collaboration.
    Basis: The path names the schedule to leave; ids from other schedules are not mentioned.`,
  must('PERM-12', '4.3, 5.1', 'read')`
    Without credentials nothing of a schedule can be read, created, changed or deleted.`,
  must('PERM-13', '1, 4.3', 'own', 'second schedule', 'editor', 'viewer')`
    A collaborator whom the owner deletes no longer has access to the resources
    and bookings of the schedule.`,
  must('PERM-14', '1, 2.3, 2.5', 'own', 'editor', 'viewer', '25 objects')`
    An editor and a viewer can read the resources of the schedule, its bookings, and the bookings of one
    resource, in lists and one by one; a list with limit=0 returns all of them.`,
  must('PERM-15', '1', 'read', 'stranger')`
    A user to whom the owner gave no access can read nothing of a schedule, neither
    lists nor single objects.`,
  may('PERM-16', '1, 2.3', 'own', 'viewer')`
    It is open which resources and bookings a viewer can create, change and delete: section 4.3 restricts only
    the operations on collaborators.
    Basis: The role is named viewer, without a definition; only 4.3 restricts anybody.`,
  may('PERM-17', '1, 2.3', 'own', 'editor')`
    It is open which resources and bookings an editor can create, change and delete, too.
    Basis: The role is named editor, without a definition; only 4.3 restricts anybody.`,
  should('PERM-18', '2.3, 4.3', 'own', 'second schedule', 'editor', 'viewer')`
    A user_role that is changed by a single or a bulk PUT should hold from the collaborator's next request on,
    and in that schedule alone.
    Basis: The role can be changed, so that the new one should apply.`,
  must('PERM-19', '1', 'own', 'second schedule', 'stranger')`
    A user to whom the owner gave no access can create, change and delete nothing in a schedule.`,
  should('PERM-20', '2.4', 'acct', 'second schedule', 'spare schedule', 'stranger')`
    A user whose allow_collaboration is false should not be added as a collaborator by other users.
    Basis: true lets others add the user, so that false should forbid it; 7.2 does not list it.`,
  may('PERM-21', '2.4, 8', 'own', 'second schedule', 'spare schedule', 'stranger')`
    It is open whether a user who has reached collaboration_limit is refused as a collaborator of one more
    schedule.
    Basis: A maximum is named; what happens beyond it is not said, and 7.2 does not list it.`,
  must('PERM-22', '4, 7.1', 'wipe', 'spare schedule', 'editor')`
    A request of an editor that is accepted takes effect, no matter who created the objects: a single PUT changes
    the resource or booking, and a bulk PUT without ids and a bulk DELETE with all=1 affect all objects in scope.`,
])
