// Written by `npm run count:requests`: the requests of each check by sender, as of the last run of that command.
// o: owner, e: editor, v: viewer, s: stranger, t: throwaway, l: limited, n: nobody with an account.
export const requestCounts = `
AUTH-01:o2 AUTH-02.writes:n4o7 AUTH-02:n4o4 AUTH-03.another:o1s1 AUTH-03.end:n6 AUTH-03.letter-case:s2
AUTH-03.line-end:s2 AUTH-03.longer:s2 AUTH-03.numeric:t6 AUTH-03.unknown:n1o1 AUTH-03:o2 AUTH-04.bearer:n1o1
AUTH-04.empty-password:o2 AUTH-04.no-base64:n1o1 AUTH-04.no-colon:n1o1 AUTH-04.no-credentials:n1o1 AUTH-04.nothing:n1o1
AUTH-04.plain:n1o1 AUTH-05:n2 AUTH-06.together:o5s5 AUTH-06:n1o3s2 AUTH-07:n1 BKG-01.minimal:o6 BKG-01:o8 BKG-02:o30
BKG-03:o9 BKG-04:o7 BKG-05:o7 BKG-06:o7 BKG-07:o12 BKG-08.deleted-update:o15 BKG-08.deleted:o10
BKG-08.foreign-update:o15 BKG-08.foreign:o11 BKG-08.malformed:o7 BKG-08.unknown-update:o12 BKG-08.unknown:o7
BKG-09.empty.bulk-of-resource:o12 BKG-09.empty.bulk:o12 BKG-09.empty.create:o9 BKG-09.empty.update:o8 BKG-09.omitted:o5
BKG-10.accents:o10 BKG-10.create:o11 BKG-10.emoji.over:o9 BKG-10.emoji:o8 BKG-10.update:o10 BKG-11.default:o6
BKG-11.lower-case:o8 BKG-11.refused.create:o21 BKG-11.refused.update:o20 BKG-11.values.bulk-of-resource:o21
BKG-11.values.bulk:o21 BKG-11.values.create:o18 BKG-11.values.update:o14 BKG-12.default:o6 BKG-12.lower-case:o8
BKG-12.refused.create:o21 BKG-12.refused.update:o20 BKG-12.values.bulk-of-resource:o21 BKG-12.values.bulk:o21
BKG-12.values.create:o18 BKG-12.values.update:o14 BKG-13.bulk-of-resource:o15 BKG-13.bulk:o15 BKG-13.create:o12
BKG-13.default:o6 BKG-13.type:o13 BKG-13.update:o10 BKG-14.as-sent:o12 BKG-14.length.create:o11
BKG-14.length.update:o10 BKG-14.no-scheme:o11 BKG-14.scheme-case:o8 BKG-14.schemes.create:o17 BKG-14.schemes.update:o16
BKG-14.web.bulk-of-resource:o15 BKG-14.web.bulk:o15 BKG-14.web.create:o12 BKG-14.web.update:o10 BKG-15.accents:o10
BKG-15.create:o11 BKG-15.emoji.over:o9 BKG-15.emoji:o8 BKG-15.update:o10 BKG-16.accents:o10 BKG-16.create:o11
BKG-16.emoji.over:o9 BKG-16.emoji:o8 BKG-16.line-feeds:o10 BKG-16.multi-line.bulk-of-resource:o12
BKG-16.multi-line.bulk:o12 BKG-16.multi-line.create:o9 BKG-16.multi-line.update:o8 BKG-16.update:o10 BKG-17.accents:o10
BKG-17.create:o11 BKG-17.emoji.over:o9 BKG-17.emoji:o8 BKG-17.update:o10 BKG-18.accents:o10 BKG-18.create:o11
BKG-18.emoji.over:o9 BKG-18.emoji:o8 BKG-18.independent:o10 BKG-18.update:o10 BKG-19:o6 BKG-20:o6
BKG-21.bulk-of-resource:o15 BKG-21.bulk:o15 BKG-21.create:o12 BKG-21.update:o10 BKG-21.zone:o18 BKG-22:o11 BKG-23:o9
BKG-24.create:o6 BKG-24.created-at:o15 BKG-24.end-utc:o15 BKG-24.id:o15 BKG-24.schedule-id:o15 BKG-24.schedule:o9
BKG-24.start-utc:o15 BKG-24.updated-at:o15 BKG-25.created:o11 BKG-25.iso:o8 BKG-25.updated-in-bulk:o9 BKG-25.updated:o9
BKG-25.utc:o13 BKG-26.all-day:o10 BKG-26.end:o9 BKG-26.resource-id:o11 BKG-26.start:o9 BKG-26.together:o9 BKG-26:o24
BKG-27.color-bk.refused.bulk-of-resource:o25 BKG-27.color-bk.refused.bulk:o25
BKG-27.color-fg.refused.bulk-of-resource:o25 BKG-27.color-fg.refused.bulk:o25 BKG-27.custom-1.bulk-of-resource:o15
BKG-27.custom-1.bulk:o15 BKG-27.custom-2.bulk-of-resource:o15 BKG-27.custom-2.bulk:o15
BKG-27.link-title.bulk-of-resource:o15 BKG-27.link-title.bulk:o15 BKG-27.link.length.bulk-of-resource:o15
BKG-27.link.length.bulk:o15 BKG-27.link.schemes.bulk-of-resource:o21 BKG-27.link.schemes.bulk:o21
BKG-27.note.bulk-of-resource:o15 BKG-27.note.bulk:o15 BKG-27.title.bulk-of-resource:o15 BKG-27.title.bulk:o15
BKG-28:o13 BKG-29:o6 BKG-30:o23 BKG-31.full:o8 BKG-31:o8 BKG-32.first-deleted:o11 BKG-32.first-emptied:o16 BKG-32:o17
BKG-33:o32 BKG-34.first-deleted:o17 BKG-34:o25 BKG-35.first-deleted:o17 BKG-35:o25 BKG-36.deleted:o27
BKG-36.foreign:o27 BKG-36.unknown:o24 BKG-37:o13 BKG-38.malformed:o22 BKG-38:o19 BKG-39:o10 BKG-40:o9
BULK-01.bookings:o23 BULK-01.collaborators:o18 BULK-01.resource-bookings:o22 BULK-01.resources:o17 BULK-01.times:o22
BULK-01.zero.bookings:o17 BULK-01.zero.collaborators:o11 BULK-01.zero.resource-bookings:o14 BULK-01.zero.resources:o11
BULK-02.bookings:o20 BULK-02.collaborators:o14 BULK-02.resource-bookings:o17 BULK-02.resources:o14 BULK-03.bookings:o18
BULK-03.collaborators:o12 BULK-03.resource-bookings:o15 BULK-03.resources:o12 BULK-04.bookings:o26
BULK-04.collaborators:o20 BULK-04.resource-bookings:o23 BULK-04.resources:o20 BULK-04.zero.bookings:o22
BULK-04.zero.collaborators:o16 BULK-04.zero.resource-bookings:o19 BULK-04.zero.resources:o16 BULK-05.bookings:o24
BULK-05.collaborators:o18 BULK-05.resource-bookings:o21 BULK-05.resources:o19 BULK-06.bookings:o21
BULK-06.collaborators:o15 BULK-06.resource-bookings:o18 BULK-06.resources:o15 BULK-07.bookings:o21
BULK-07.collaborators:o15 BULK-07.resource-bookings:o18 BULK-07.resources:o15 BULK-08.bookings:o26
BULK-08.collaborators:o20 BULK-08.resource-bookings:o23 BULK-08.resources:o20 BULK-09.bookings:o21
BULK-09.collaborators:o15 BULK-09.resource-bookings:o18 BULK-09.resources:o15 BULK-10.bookings:o21
BULK-10.collaborators:o15 BULK-10.resource-bookings:o18 BULK-10.resources:o15 BULK-11.bookings:o39
BULK-11.collaborators:o33 BULK-11.resource-bookings:o36 BULK-11.resources:o33 BULK-12:o25 BULK-13:o28
BULK-14.bookings:o44 BULK-14.collaborators:o26 BULK-14.resources:o27 BULK-15.delete:o29 BULK-15.update:o26
BULK-16.bookings:o46 BULK-16.collaborators:o34 BULK-16.resource-bookings:o40 BULK-16.resources:o34
BULK-17.delete.bookings:o20 BULK-17.delete.collaborators:o14 BULK-17.delete.resource-bookings:o17
BULK-17.delete.resources:o14 BULK-17.update.bookings:o20 BULK-17.update.collaborators:o14
BULK-17.update.resource-bookings:o17 BULK-17.update.resources:o14 BULK-18.delete.bookings:o26
BULK-18.delete.collaborators:o20 BULK-18.delete.resource-bookings:o23 BULK-18.delete.resources:o20
BULK-18.update.bookings:o23 BULK-18.update.collaborators:o17 BULK-18.update.resource-bookings:o20
BULK-18.update.resources:o17 BULK-19.bookings:o21 BULK-19.collaborators:o13 BULK-19.resource-bookings:o18
BULK-19.resources:o15 BULK-20.delete.bookings:o49 BULK-20.delete.collaborators:o43 BULK-20.delete.resource-bookings:o46
BULK-20.delete.resources:o43 BULK-20.update.bookings:o46 BULK-20.update.collaborators:o40
BULK-20.update.resource-bookings:o43 BULK-20.update.resources:o40 BULK-21.bookings:o13 BULK-21.collaborators:o7
BULK-21.resource-bookings:o10 BULK-21.resources:o8 BULK-22.bookings:o15 BULK-22.collaborators:o9
BULK-22.resource-bookings:o12 BULK-22.resources:o9 COL-01:o5 COL-02:o16 COL-03:o3 COL-04:o8 COL-05:o7 COL-06:o6
COL-07.registered:o5 COL-07:o5 COL-08.again-registered:o7 COL-08.again:o7 COL-08:o4 COL-09.bulk.editor:o13
COL-09.bulk.viewer:o13 COL-09.create.editor:o6 COL-09.create.viewer:o6 COL-09.update.editor:o5 COL-09.update.viewer:o5
COL-10.bulk:o18 COL-10.create:o19 COL-10.update:o13 COL-11:o8 COL-12.no-account:o6 COL-12:o4 COL-13.mail:o2 COL-13:o3
COL-14:o3 COL-15:o4 COL-16:o5 COL-17:o5 COL-18:o5s6 COL-19.created:o8 COL-19.iso:o5 COL-19.updated-in-bulk:o6
COL-19.updated:o6 COL-19.utc:o10 COL-20.user:o5 COL-20:o6 COL-21.delete-collaborator:o5 COL-21.delete-collaborators:o7
COL-21.get-collaborator:o4 COL-21.get-collaborators:o4 COL-21.post-collaborators:o6 COL-21.put-collaborator:o5
COL-21.put-collaborators:o5 COL-22:o9 COL-23.bulk:o17 COL-23.single:o12 COL-24:o8 CROSS-01:o80 CROSS-02:o105
CROSS-03.delete.bookings:o108 CROSS-03.delete.resources:o102 CROSS-03.update.bookings:o83 CROSS-03.update.resources:o77
CROSS-04.bookings:o2 CROSS-04.collaborators:o2 CROSS-04.resource-bookings:o2 CROSS-04.resources:o2 CROSS-05.bookings:o1
CROSS-05.collaborators:o1 CROSS-05.resource-bookings:o1 CROSS-05.resources:o1 CROSS-06.bookings:
CROSS-06.collaborators: CROSS-06.resource-bookings: CROSS-06.resources: CROSS-07:o15 CROSS-08.bookings:o3
CROSS-08.collaborators:o3 CROSS-08.resource-bookings:o3 CROSS-08.resources:o3 CROSS-09:o16 CROSS-10:o18 CROSS-11:e9o17
CROSS-12:e9o17 CROSS-13.booking:o8 CROSS-13.resource:o5 CROSS-14.bulk:o5 CROSS-14.update:o5 CROSS-15:s12
CROSS-16.account.zero:s8 CROSS-16.account:s10 CROSS-16.booking.bulk:o17 CROSS-16.booking.update:o17
CROSS-16.booking.zero.bulk:o12 CROSS-16.booking.zero.create:o9 CROSS-16.booking.zero.update:o8
CROSS-16.resource.bulk:o14 CROSS-16.resource.update:o14 CROSS-16.resource.zero.bulk:o9 CROSS-16.resource.zero.create:o6
CROSS-16.resource.zero.update:o5 CROSS-17:o28 CROSS-18.times:o15 CROSS-18:o24 CROSS-19:o18 CROSS-20.bookings:o23
CROSS-20.collaborators:o17 CROSS-20.resource-bookings:o20 CROSS-20.resources:o17 CROSS-21:o4 CROSS-22:o8 CROSS-23:o13
CROSS-24:o18 CROSS-25:e4o11 CROSS-26:e3o3 CROSS-27:o8t8 CROSS-28:o16 CROSS-29:o19 CROSS-30:o16 CROSS-31:o34
CROSS-32:o23 CROSS-33.editor:e2o16 CROSS-33.viewer:o16v2 CROSS-34:n6o8 CROSS-35:t3 CROSS-36:o9s9
CROSS-37.constructor:o9 CROSS-37.named-constructor:o4 CROSS-37.named-tostring:o4 CROSS-37.proto:o9 CROSS-38:o17
CROSS-39.booking:o5 CROSS-39.resource:o2 CROSS-40:o25 ENV-01:o4 ENV-02.delete-booking:o9 ENV-02.delete-bookings:o11
ENV-02.delete-collaborator:o3 ENV-02.delete-collaborators:o5 ENV-02.delete-me:t1 ENV-02.delete-resource-bookings:o8
ENV-02.delete-resource:o3 ENV-02.delete-resources:o5 ENV-02.get-booking:o10 ENV-02.get-bookings:o10
ENV-02.get-collaborator:o4 ENV-02.get-collaborators:o4 ENV-02.get-me:o1 ENV-02.get-resource-bookings:o7
ENV-02.get-resource:o4 ENV-02.get-resources:o4 ENV-02.post-bookings:o5 ENV-02.post-collaborators:o5
ENV-02.post-resources:o2 ENV-02.put-booking:o10 ENV-02.put-bookings:o10 ENV-02.put-collaborator:o4
ENV-02.put-collaborators:o4 ENV-02.put-me.password:t2 ENV-02.put-me:o4 ENV-02.put-resource-bookings:o7
ENV-02.put-resource:o4 ENV-02.put-resources:o4 ENV-03.delete-booking: ENV-03.delete-bookings:
ENV-03.delete-collaborator: ENV-03.delete-collaborators: ENV-03.delete-me:t1 ENV-03.delete-resource-bookings:
ENV-03.delete-resource: ENV-03.delete-resources: ENV-03.get-booking: ENV-03.get-bookings: ENV-03.get-collaborator:
ENV-03.get-collaborators: ENV-03.get-me: ENV-03.get-resource-bookings: ENV-03.get-resource: ENV-03.get-resources:
ENV-03.post-bookings: ENV-03.post-collaborators: ENV-03.post-resources: ENV-03.put-booking: ENV-03.put-bookings:
ENV-03.put-collaborator: ENV-03.put-collaborators: ENV-03.put-me.password:t1 ENV-03.put-me:o2
ENV-03.put-resource-bookings: ENV-03.put-resource: ENV-03.put-resources: ENV-03: ENV-04: ENV-05.account:t8
ENV-05.bare-bulk-delete:o12 ENV-05.missing-name:o4 ENV-05.not-the-owner:e1o5 ENV-05.taken-name:o12 ENV-05.values:o16
ENV-06.booking:o7 ENV-06.collaborator:o4 ENV-06.me:o1 ENV-06.resource:o4 ENV-07.booking:o10 ENV-07.collaborator:o5
ENV-07.empty:o4 ENV-07.resource:o5 ENV-08.booking:o5 ENV-08.collaborator:o5 ENV-08.resource:o2 ENV-09.booking:o6
ENV-09.collaborator:o6 ENV-09.resource:o3 ENV-10.put-booking: ENV-10.put-bookings: ENV-10.put-collaborator:
ENV-10.put-collaborators: ENV-10.put-me.password:t1 ENV-10.put-me:o2 ENV-10.put-resource-bookings: ENV-10.put-resource:
ENV-10.put-resources: ENV-11.delete-booking: ENV-11.delete-bookings: ENV-11.delete-collaborator:
ENV-11.delete-collaborators: ENV-11.delete-me:t1 ENV-11.delete-resource-bookings: ENV-11.delete-resource:
ENV-11.delete-resources: ENV-12.booking:o9 ENV-12.collaborator:o5 ENV-12.me:o1 ENV-12.resource:o5 ENV-13.booking:o9
ENV-13.collaborator:o5 ENV-13.registered:o5 ENV-13.resource:o5 ENV-14.media-type: ENV-14.refusal: ENV-14.success:
ENV-15.create:o10 ENV-15.update:o10 ENV-16.accents:o16 ENV-16.backslashes:o16 ENV-16.blanks:o18 ENV-16.cjk:o16
ENV-16.emoji:o16 ENV-16.html:o16 ENV-16.quotes:o16 ENV-17.collaborator-user:o1 ENV-17:o10 FILT-01:o22 FILT-02:o14
FILT-03:o22 FILT-04:o16 FILT-05:o18 FILT-06:o34 FILT-07:o22v10 FILT-08:o28 FILT-09:o26 FILT-10:o22
FILT-11.zone-less:o22 FILT-11:o24 FILT-12.made:o15 FILT-12:o4 FILT-13:o22 FILT-14:o17 LIMIT-01:o1 LIMIT-02:l20o1
LIMIT-03: LIMIT-04: LIMIT-05:o5 LIST-01.bookings:o56 LIST-01.collaborators:o54 LIST-01.resource-bookings:o4
LIST-01.resources:o54 LIST-02.bookings:o2 LIST-02.collaborators:o2 LIST-02.resource-bookings:o2 LIST-02.resources:o2
LIST-03.bookings:o5 LIST-03.collaborators:o5 LIST-03.resource-bookings:o5 LIST-03.resources:o5 LIST-04.bookings:o1
LIST-04.collaborators:o1 LIST-04.resource-bookings:o1 LIST-04.resources:o1 LIST-05.bookings:o6 LIST-05.collaborators:o6
LIST-05.resource-bookings:o6 LIST-05.resources:o6 LIST-06.bookings:o4 LIST-06.collaborators:o4
LIST-06.resource-bookings:o4 LIST-06.resources:o4 LIST-07.bookings:o4 LIST-07.collaborators:o4
LIST-07.resource-bookings:o4 LIST-07.resources:o4 LIST-08.bookings:o4 LIST-08.collaborators:o4
LIST-08.resource-bookings:o4 LIST-08.resources:o4 LIST-09.bookings:o2 LIST-09.collaborators:o2
LIST-09.resource-bookings:o5 LIST-09.resources:o2 LIST-10.bookings:o5 LIST-10.collaborators:o5
LIST-10.resource-bookings:o5 LIST-10.resources:o5 LIST-11.bookings:o8 LIST-11.collaborators:o8
LIST-11.filtered.bookings:o5 LIST-11.filtered.resource-bookings:o5 LIST-11.resource-bookings:o8 LIST-11.resources:o8
LIST-11.scope:o23 LIST-12.bookings:o4 LIST-12.collaborators:o4 LIST-12.empty.bookings:o1 LIST-12.empty.collaborators:o2
LIST-12.empty.resource-bookings:o3 LIST-12.empty.resources:o3 LIST-12.resource-bookings:o4 LIST-12.resources:o4
LIST-13.bookings:o15 LIST-13.collaborators:o15 LIST-13.resource-bookings:o15 LIST-13.resources:o15 LIST-14.bookings:o2
LIST-14.collaborators:o2 LIST-14.next.bookings:o1 LIST-14.next.collaborators:o1 LIST-14.next.resource-bookings:o1
LIST-14.next.resources:o1 LIST-14.resource-bookings:o5 LIST-14.resources:o2 LIST-15.bookings:o2
LIST-15.collaborators:o2 LIST-15.pages.bookings:o4 LIST-15.pages.collaborators:o4 LIST-15.pages.resource-bookings:o4
LIST-15.pages.resources:o4 LIST-15.resource-bookings:o5 LIST-15.resources:o2 LIST-16.bookings:o1
LIST-16.collaborators:o1 LIST-16.resource-bookings:o1 LIST-16.resources:o1 LIST-17.bookings:o6 LIST-17.collaborators:o6
LIST-17.resource-bookings:o6 LIST-17.resources:o6 LIST-18.bookings:o3 LIST-18.collaborators:o3
LIST-18.resource-bookings:o3 LIST-18.resources:o3 LIST-19.bookings:o13 LIST-19.collaborators:o13
LIST-19.resource-bookings:o13 LIST-19.resources:o13 LIST-20.bookings:o3 LIST-20.collaborators:o3
LIST-20.resource-bookings:o3 LIST-20.resources:o3 LIST-21.bookings:o3 LIST-21.collaborators:o3
LIST-21.resource-bookings:o3 LIST-21.resources:o3 LIST-21.zero.bookings:o1 LIST-21.zero.collaborators:o1
LIST-21.zero.resource-bookings:o1 LIST-21.zero.resources:o1 LIST-22.bookings:o1 LIST-22.collaborators:o1
LIST-22.resource-bookings:o1 LIST-22.resources:o1 LIST-23.bookings:o3 LIST-23.collaborators:o3
LIST-23.resource-bookings:o3 LIST-23.resources:o3 LIST-24.bookings:o2 LIST-24.collaborators:o2
LIST-24.resource-bookings:o2 LIST-24.resources:o2 LIST-25.bookings:o21 LIST-25.collaborators:o9
LIST-25.resource-bookings.second:o15 LIST-25.resource-bookings:o15 LIST-25.resources:o9 LIST-26.bookings:o31
LIST-26.collaborators:o16 LIST-26.resource-bookings:o25 LIST-26.resources:o25 LIST-26.user:o7 LIST-27.bookings:o25
LIST-27.collaborators:o12 LIST-27.resources:o21 LIST-28.bookings: LIST-28.collaborators: LIST-28.resource-bookings:
LIST-28.resources: LIST-28.single.booking:o2 LIST-28.single.collaborator:o2 LIST-28.single.resource:o2
LIST-29.bookings:o7 LIST-29.collaborators:o7 LIST-29.resource-bookings:o7 LIST-29.resources:o7 LIST-30.bookings:o4
LIST-30.collaborators:o4 LIST-30.resource-bookings:o4 LIST-30.resources:o4 LIST-31.bookings:o5 LIST-31.collaborators:o5
LIST-31.resource-bookings:o5 LIST-31.resources:o5 LIST-31.unnamed.bookings:o1 LIST-31.unnamed.collaborators:o1
LIST-31.unnamed.resource-bookings:o1 LIST-31.unnamed.resources:o1 LIST-32:o1 LIST-33.bookings:o3
LIST-33.collaborators:o3 LIST-33.resource-bookings:o3 LIST-33.resources:o3 LIST-34.bookings:o9 LIST-34.collaborators:o9
LIST-34.resource-bookings:o12 LIST-34.resources:o9 PERM-01.editor:e1o5 PERM-01.stranger:o5s1 PERM-01.viewer:o5v1
PERM-02.editor.own:e1o4 PERM-02.editor:e1o5 PERM-02.stranger:o5s1 PERM-02.viewer.own:o4v1 PERM-02.viewer:o5v1
PERM-03.editor:e1o7 PERM-03.stranger.own:o6s3 PERM-03.stranger:o7s1 PERM-03.viewer:o7v1 PERM-04.editor.own:e1o6
PERM-04.editor:e1o6 PERM-04.stranger:o6s1 PERM-04.viewer.own:o6v1 PERM-04.viewer:o6v1 PERM-05.editor.all:e1o14
PERM-05.editor.own:e1o6 PERM-05.editor:e1o6 PERM-05.stranger.all:o10s1 PERM-05.stranger:o6s1 PERM-05.viewer.all:o14v1
PERM-05.viewer.own:o6v1 PERM-05.viewer:o6v1 PERM-06.editor.all:e1o16 PERM-06.editor.own:e1o8 PERM-06.editor:e1o8
PERM-06.stranger.all:o12s1 PERM-06.stranger:o8s1 PERM-06.viewer.all:o16v1 PERM-06.viewer.own:o8v1 PERM-06.viewer:o8v1
PERM-07.editor:e1o6 PERM-07.stranger:o6s1 PERM-07.viewer:o6v1 PERM-08.editor:e1o8 PERM-08.viewer:o8v1
PERM-09.editor:e11o13 PERM-09.viewer:o13v11 PERM-10.stranger:o36s7 PERM-10:o11 PERM-11.both:e3o4 PERM-11.elsewhere:o3s2
PERM-12.delete-booking:n1o12 PERM-12.delete-bookings:n1o14 PERM-12.delete-collaborator:n1o6
PERM-12.delete-collaborators:n1o8 PERM-12.delete-resource-bookings:n1o11 PERM-12.delete-resource:n1o6
PERM-12.delete-resources:n1o8 PERM-12.get-booking:n1o11 PERM-12.get-bookings:n1o11 PERM-12.get-collaborator:n1o5
PERM-12.get-collaborators:n1o5 PERM-12.get-me:n1o1 PERM-12.get-resource-bookings:n1o8 PERM-12.get-resource:n1o5
PERM-12.get-resources:n1o5 PERM-12.me:n4o1 PERM-12.post-bookings:n1o7 PERM-12.post-collaborators:n1o7
PERM-12.post-resources:n1o4 PERM-12.put-booking:n1o12 PERM-12.put-bookings:n1o12 PERM-12.put-collaborator:n1o6
PERM-12.put-collaborators:n1o6 PERM-12.put-resource-bookings:n1o9 PERM-12.put-resource:n1o6 PERM-12.put-resources:n1o6
PERM-13.editor.bulk:e10o16 PERM-13.editor.single:e10o14 PERM-13.viewer.bulk:o16v10 PERM-13.viewer.single:o14v10
PERM-14.get-booking.editor:e1o9 PERM-14.get-booking.viewer:o9v1 PERM-14.get-bookings.editor:e1o9
PERM-14.get-bookings.viewer:o9v1 PERM-14.get-resource-bookings.editor:e1o6 PERM-14.get-resource-bookings.viewer:o6v1
PERM-14.get-resource.editor:e1o3 PERM-14.get-resource.viewer:o3v1 PERM-14.get-resources.editor:e1o3
PERM-14.get-resources.viewer:o3v1 PERM-15.get-booking:o11s1 PERM-15.get-bookings:o11s1
PERM-15.get-resource-bookings:o8s1 PERM-15.get-resource:o5s1 PERM-15.get-resources:o5s1 PERM-16.delete-booking:o12v1
PERM-16.delete-bookings:o14v1 PERM-16.delete-resource-bookings:o11v1 PERM-16.delete-resource:o6v1
PERM-16.delete-resources:o8v1 PERM-16.post-bookings:o7v1 PERM-16.post-resources:o4v1 PERM-16.put-booking:o12v1
PERM-16.put-bookings:o12v1 PERM-16.put-resource-bookings:o9v1 PERM-16.put-resource:o6v1 PERM-16.put-resources:o6v1
PERM-17.delete-booking:e1o10 PERM-17.delete-bookings:e1o12 PERM-17.delete-resource-bookings:e1o9
PERM-17.delete-resource:e1o4 PERM-17.delete-resources:e1o6 PERM-17.post-bookings:e1o5 PERM-17.post-resources:e1o2
PERM-17.put-booking:e1o10 PERM-17.put-bookings:e1o10 PERM-17.put-resource-bookings:e1o7 PERM-17.put-resource:e1o4
PERM-17.put-resources:e1o4 PERM-18:e2o21v10 PERM-19.delete-booking:o12s1 PERM-19.delete-bookings:o14s1
PERM-19.delete-resource-bookings:o11s1 PERM-19.delete-resource:o6s1 PERM-19.delete-resources:o8s1
PERM-19.post-bookings:o7s1 PERM-19.post-resources:o4s1 PERM-19.put-booking:o12s1 PERM-19.put-bookings:o12s1
PERM-19.put-resource-bookings:o9s1 PERM-19.put-resource:o6s1 PERM-19.put-resources:o6s1 PERM-20:o7s8 PERM-21:s1
RES-01.list:o3 RES-01.single:o3 RES-02:o75 RES-03.list:o7 RES-03.second:o5 RES-03.single:o4 RES-04.description:o4
RES-04.nothing:o5 RES-05.bulk:o7 RES-05.create:o8 RES-05.update:o7 RES-06:o5 RES-07.bulk:o12 RES-07.create:o8
RES-07.update:o7 RES-08:o3 RES-09:o3 RES-10:o3 RES-11.color-bk.bulk:o18 RES-11.color-bk.create:o15
RES-11.color-bk.update:o11 RES-11.color-fg.bulk:o18 RES-11.color-fg.create:o15 RES-11.color-fg.update:o11
RES-11.color-schedule.bulk:o18 RES-11.color-schedule.create:o15 RES-11.color-schedule.update:o11
RES-12.color-bk.bulk:o22 RES-12.color-bk.create:o18 RES-12.color-bk.update:o17 RES-12.color-fg.bulk:o22
RES-12.color-fg.create:o18 RES-12.color-fg.update:o17 RES-12.color-schedule.bulk:o22 RES-12.color-schedule.create:o18
RES-12.color-schedule.update:o17 RES-13.color-bk:o5 RES-13.color-fg:o5 RES-13.color-schedule:o5 RES-14.bulk:o12
RES-14.create:o9 RES-14.default:o3 RES-14.update:o7 RES-15.bulk:o15 RES-15.create:o11 RES-15.update:o10 RES-16.bulk:o12
RES-16.create:o9 RES-16.update:o7 RES-17.bulk:o18 RES-17.create:o14 RES-17.update:o13 RES-18.case:o5 RES-18.none:o8
RES-19.bulk:o12 RES-19.create:o8 RES-19.update:o7 RES-20:o9 RES-21.bulk:o12 RES-21.create:o8 RES-21.update:o7
RES-22.bulk:o12 RES-22.create:o8 RES-22.line-feeds:o7 RES-22.update:o7 RES-23.bulk:o9 RES-23.create:o6 RES-23.update:o5
RES-24.bulk:o12 RES-24.create:o8 RES-24.update:o7 RES-25.bulk:o12 RES-25.create:o8 RES-25.independent:o7
RES-25.update:o7 RES-26.again:o6 RES-26:o3 RES-27.bulk:o9 RES-27.custom-1:o5 RES-27.custom-2:o5 RES-27.description:o5
RES-27.link-title:o5 RES-27.link:o5 RES-27.note:o5 RES-28.custom-1:o7 RES-28.custom-2:o7 RES-28.description:o7
RES-28.link-title:o7 RES-28.name:o7 RES-28.note:o7 RES-29.custom-1.over:o6 RES-29.custom-1:o5 RES-29.custom-2.over:o6
RES-29.custom-2:o5 RES-29.description.over:o6 RES-29.description:o5 RES-29.link-title.over:o6 RES-29.link-title:o5
RES-29.name.over:o6 RES-29.name:o5 RES-29.note.over:o6 RES-29.note:o5 RES-30:o5 RES-31:o10 RES-32.in-bulk:o6 RES-32:o6
RES-33:o8 RES-34.created-at:o6 RES-34.id:o6 RES-34.schedule-id.second:o7 RES-34.schedule-id:o6 RES-34.updated-at:o6
RES-35.created-at:o3 RES-35.id:o3 RES-35.schedule-id.second:o4 RES-35.schedule-id:o3 RES-35.updated-at:o3
RES-36.created-at:o11 RES-36.id:o11 RES-36.schedule-id.second:o13 RES-36.schedule-id:o11 RES-36.updated-at:o11
RES-37.bulk.first:o12 RES-37.bulk.last:o12 RES-37.update.first:o7 RES-37.update.last:o7 RES-38.list:o3 RES-38.single:o3
RES-39:o4 RES-40.color-bk:o5 RES-40.color-fg:o5 RES-40.color-schedule:o5 RES-40.custom-1:o5 RES-40.custom-2:o5
RES-40.description:o5 RES-40.link-title:o5 RES-40.link:o5 RES-40.name:o5 RES-40.note:o5 RES-40.text-bold:o5 RES-41:o5
RES-42:o13 RES-43.ids:o4 RES-43.list:o7 RES-43.single:o4 RES-44.full:o6 RES-44.minimal:o6 RES-45.delete:o9
RES-45.get:o9 RES-45.malformed:o16 RES-45.put:o9 RES-46.delete:o6 RES-46.list:o4 RES-46.put:o6 RES-46.read:o4 RES-47:o1
RES-48:o8 TIME-01.far:o6 TIME-01.leap-day:o6 TIME-01:o12 TIME-02:o12 TIME-03:o28 TIME-04.gap:o12 TIME-04:o54 TIME-05:o9
TIME-06:o34 TIME-07:o45 TIME-08:o45 TIME-09:o72 TIME-10:o9 TIME-11:o9 TIME-12.end: TIME-12.start: TIME-12:o22
TIME-13:o16v8 TIME-14.bulk:e9o13 TIME-14.update:e9o13 TIME-14:e9o12 TIME-15:o18 TIME-16:o22 TIME-17:o16 TIME-18:o18
TIME-19:o15 TIME-20.create-end:o13 TIME-20.create-start:o13 TIME-20.update-end:o15 TIME-20.update-start:o15
TIME-21.create-end:o22 TIME-21.create-start:o22 TIME-21.update-end:o39 TIME-21.update-start:o39 TIME-22.bulk:o24
TIME-22.minutes:o10 TIME-22:o24 TIME-23:o13 TIME-24:o12 UNIQ-01:o9 UNIQ-02:o11 UNIQ-03.alone:o5 UNIQ-03.round-trip:o5
UNIQ-04:o16 UNIQ-05:o9 UNIQ-06:o9 UNIQ-07:o11 UNIQ-08:o12 UNIQ-09:o7 UNIQ-10:o6 UNIQ-11:o7 UNIQ-12: UNIQ-13:o60
UNIQ-14:o45 UNIQ-15:o7 UNIQ-16.accents:o6 UNIQ-16.blanks:o6 UNIQ-16.letter-case:o6 UNIQ-16.normal-forms:o6
UNIQ-16.schedules:o4 USER-01:o1 USER-02.changed:s7 USER-02:o2 USER-03.answers: USER-03.changed:t5 USER-03:o1 USER-04:o1
USER-05:t4 USER-06:t3 USER-07.characters:o10 USER-07.code-points:o8 USER-07:o9 USER-08.characters:s10
USER-08.code-points:s8 USER-08:s9 USER-09:o7 USER-10:o13 USER-11:t2 USER-12:s23 USER-13:s17 USER-14:s11 USER-15:s16
USER-16:o33 USER-17:s25 USER-18:o16 USER-19:s11 USER-20:s15 USER-21:s11 USER-22:t2 USER-23:s9 USER-24:s10 USER-25:s9
USER-26:s8 USER-27:s7 USER-28:s23 USER-29.all:s7 USER-29:s5 USER-30:t4 USER-31.collaborations:o6t5 USER-31.mail:n4t2
USER-31:t6 USER-32.collaborations:n5o6t3 USER-32.german:n5t4 USER-32.old:t1 USER-32:t1 USER-33:t5 USER-34:t12
USER-35.code-points:t3 USER-35:t7 USER-36:t6 USER-37:t5 USER-38:t9 USER-39:s14 USER-40:o1s1
USER-41.address-activated:n1s6t5 USER-41.address:n3s5 USER-41:o2s7 USER-42:n4 USER-43:n14 USER-44:n1 USER-45:n1t2
USER-46:t3 USER-47:s9 clean-up:o95t1 preparation:e1l1o13s1t8v1
`
