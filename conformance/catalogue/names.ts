import { area, may, must, should } from './rule.js'

export const names = area('UNIQ', 'Unique resource names', [
  must('UNIQ-01', '2.1, 7.2', 'own', '25 objects')`
    Creating a resource with a name that another resource has is refused, and one
    resource with that name remains.`,
  must('UNIQ-02', '2.1, 7.2', 'own')`
    A single PUT that gives a resource the name of another one is refused, and both keep their names.`,
  must('UNIQ-03', '2.1, 4', 'own')`
    A single PUT that gives a resource the name it has already is accepted, alone or with all other members.`,
  must('UNIQ-04', '2.1, 4, 7.2', 'own')`
    A bulk PUT of one name over two or more listed resources is refused; not even one of them should get the
    name.
    Basis: Section 7.2 says that such a request fails, and a request that fails should have no effect.`,
  must('UNIQ-05', '2.1, 4', 'own')`
    A bulk PUT of a free name with exactly one id in ids is accepted and renames that resource.`,
  should('UNIQ-06', '2.1, 4', 'own')`
    A bulk PUT of a free name whose ids list one resource twice should be accepted, as it renames one resource
    only.
    Basis: ids lists objects, so that a repetition should not matter.`,
  must('UNIQ-07', '2.1, 4, 7.2', 'own')`
    A bulk PUT with one id that gives this resource the name of another one is refused.`,
  must('UNIQ-08', '2.1, 4, 7.2', 'guard', 'spare schedule')`
    A bulk PUT of a name without ids is refused where the schedule has two or more resources.`,
  should('UNIQ-09', '2.1, 4', 'wipe', 'spare schedule')`
    A bulk PUT of a name without ids should be accepted where the schedule has exactly one resource.
    Basis: A bulk PUT affects all objects in scope, and here there is one; this case is not mentioned.`,
  must('UNIQ-10', '2.1, 3', ['own', 'wipe'], 'spare schedule')`
    The name of a deleted resource is free for another one, be it deleted alone, by ids or with all=1.`,
  must('UNIQ-11', '2.1', 'own')`The old name of a renamed resource is free for another one.`,
  must('UNIQ-12', '2.1', 'read')`
    No two resources of a schedule ever have the same name, whatever was done to them.`,
  must('UNIQ-13', '2.1, 7.2', 'own')`
    Of ten creates with one free name that are sent at the same time, at most one is accepted, one should be,
    and one resource at most has that name.
    Basis: The name is free, so that one create should succeed; concurrent requests are not mentioned.`,
  must('UNIQ-14', '2.1, 7.2', 'own')`
    Of several renames to one free name that are sent at the same time, at most one is accepted, one should
    be, and one resource at most has that name.
    Basis: The name is free, so that one rename should succeed; concurrent requests are not mentioned.`,
  must('UNIQ-15', '2.1', 'own')`
    Two names of 100 characters that differ only in the last one are different names.`,
  may('UNIQ-16', '2.1', 'own', 'second schedule')`
    It is open whether names are unique in one schedule or in the whole service, and whether letter case,
    accents, emoji and blanks make a name different.
    Basis: Names are unique across all resources; of which schedules, and how they are compared, is not said.`,
  must('UNIQ-17', '2.1', 'own')`
    The characters %, _, *, ? and . in a name stand for themselves: a name does not collide with another one
    that it would match as a pattern, or that begins with it, by POST, single PUT and bulk PUT.`,
  must('UNIQ-18', '2.1, 7.2', 'own', 'editor')`
    POST and a single PUT refuse the name of another resource, no matter who created that resource: an editor
    cannot take a name of the owner's resource, nor the owner one of an editor's.`,
])
