// Written by `npm run proof -- --full --write`: the checks that catch most faults for their requests, best first, with their
// requests after those before them and alone, with all that is deleted, and the number of faults that no check before them catches.
export const effectiveChecks = `
ENV-01:4/4:17 RES-04.nothing:6/6:24 USER-01:1/1:4 RES-32:6/6:19 ENV-02.get-resource-bookings:8/8:24 AUTH-01:2/2:5
ENV-02.put-me.password:2/20:4 LIST-09.collaborators:2/2:4 USER-45:4/21:6 PERM-16.post-resources:2/11:3
PERM-12.get-me:2/2:3 ENV-02.get-collaborators:5/5:7 CROSS-30:15/15:19 FILT-12:4/4:5 USER-30:4/21:5 RES-39:5/5:6
ENV-16.resource.update:6/6:7 RES-47:1/1:1 COL-28.editor:5/8:5 USER-03:1/1:1 USER-37.escapes:5/22:5 USER-29.all:6/9:6
AUTH-03.line-end:2/5:2 RES-05.update:8/8:7 PERM-19.post-resources:6/9:5 TIME-23:12/12:10 ENV-07.empty:5/5:4
USER-34.together:5/22:4 USER-33.accents:5/22:4 COL-14:9/9:7 BKG-26.move.update:11/11:8 PERM-03.stranger.own:11/14:8
RES-44.minimal:7/7:5 USER-32:7/24:5 USER-32.old:1/24:1 USER-31.mail:1/24:1 COL-13.mail.editor:3/3:2 BKG-04:8/8:5
FILT-12.seconds:8/8:5 PERM-02.editor.own:8/16:5 USER-39:13/16:8 CROSS-37.named-tostring:5/5:3 USER-37:5/22:3
BKG-17.accents:12/12:7 RES-49.create:28/28:16 USER-48:23/26:12 ENV-13.resource:6/6:3 LIST-09.bookings:2/2:1
USER-40:2/5:1 RES-40.text-bold:6/6:3 COL-19.updated:6/6:3 USER-36:6/23:3 USER-52:2/19:1 AUTH-03.letter-case:2/5:1
AUTH-04.empty-password:2/2:1 AUTH-04.bearer:2/2:1 AUTH-05:2/2:1 TIME-02:13/13:6 RES-18.none:11/11:5
BKG-10.update:11/11:5 USER-32.settings:11/28:5 CROSS-09:18/18:8 RES-46.put:7/7:3 USER-33.letters:5/22:2
USER-33.together:5/22:2 UNIQ-18:13/22:5 RES-21.update:8/8:3 TIME-09.far:16/16:6 FILT-03.no-duration:8/8:3
TIME-14.update:24/33:9 PERM-04.editor.own:8/16:3 BKG-26.move.bulk-of-resource:11/11:4 RES-07.create:9/9:3
RES-22.create:9/9:3 BKG-25.updated:9/9:3 RES-13.color-schedule:6/6:2 BKG-31:9/9:3 BKG-15.create:12/12:4
ENV-06.nothing:6/6:2 COL-28:3/6:1 COL-20.user:6/9:2 USER-47.password:3/20:1 USER-31.letter-case:3/20:1
USER-05.long:3/20:1 USER-10:15/18:5 USER-31.plus:3/20:1 USER-50:3/20:1 USER-32.capitals:6/23:2 USER-48.password:3/20:1
AUTH-03.pattern:6/9:2 BKG-14.schemes.create:22/22:7 ENV-02.get-bookings:10/10:3 PERM-19.post-bookings:10/13:3
PERM-20.elsewhere:10/13:3 RES-29.custom-1.over:7/7:2 RES-29.custom-2.over:7/7:2 RES-34.created-at:7/7:2
PERM-19.delete-resource:7/10:2 PERM-07.editor:7/16:2 COL-25.create:7/7:2 USER-38.together:7/24:2 BKG-18.update:11/11:3
BKG-16.line-feeds:11/11:3 PERM-08.editor:11/19:3 TIME-13.fields:19/28:5 BKG-11.default:8/8:2 RES-22.line-feeds:8/8:2
PERM-14.get-resource-bookings.viewer:8/17:2 LIST-35.editor:16/32:4 LIST-31.unnamed.resources:7/15:2 RES-35.id:4/4:1
RES-35.created-at:4/4:1 RES-47.malformed:4/4:1 BKG-06:8/8:2 BKG-05:8/8:2 AUTH-02:8/8:2 LIST-30.bookings:4/15:1
LIST-30.resources:4/12:1 UNIQ-17.create:16/16:4 COL-20.create:8/8:2 COL-05.plus:4/4:1 PERM-01.editor.fields:4/13:1
USER-35.spaces:4/21:1 USER-42:4/21:1 USER-05:4/21:1 RES-12.color-fg.create:21/21:5 BKG-21.zone:17/17:4 COL-18:13/16:3
BULK-19.resource-bookings:15/15:8 BULK-01.resource-bookings:0/20:3 RES-05.create:9/9:2 CROSS-22:9/9:2
FILT-03.midnight:9/9:2 USER-33.spaces:9/26:2 RES-17.create:19/19:4 BULK-19.resources:13/13:6 CROSS-14.bulk:5/5:2
RES-19.bulk:9/9:3 RES-27.bulk:7/7:2 RES-32.in-bulk:8/8:2 UNIQ-06:8/8:2 UNIQ-04:13/13:3 BULK-03.resources:9/9:2
ENV-18:20/20:4 BKG-38.malformed:30/30:6 COL-10.update:15/15:3 ENV-10.put-collaborator:5/5:1 USER-33:5/22:1
PERM-14.get-resource.viewer:5/14:1 RES-46.list:5/5:1 RES-43.single:5/5:1 ENV-05.missing-name:5/5:1 RES-20:10/10:2
BKG-27.note.bulk-of-resource:15/15:3 BKG-27.title.bulk-of-resource:15/15:3 TIME-01.leap-day:10/10:2 TIME-10:10/10:2
COL-21.get-collaborators:5/5:1 COL-12:5/8:1 UNIQ-08:10/10:2 COL-13.mail.again:5/5:1 COL-26:5/5:1 USER-33.long:5/22:1
USER-37.base64:5/22:1 USER-33.email:5/22:1 USER-25:10/13:2 USER-48.email:5/22:1 TIME-22.gap:21/21:4
BKG-21.clock-change:16/16:3 USER-53:32/49:6 BULK-15.update:27/27:5 CROSS-17:21/21:7 ENV-15.create:11/11:2
BKG-15.update:11/11:2 BKG-14.length.update:11/11:2 BKG-02.twice:11/11:2 BKG-39:11/11:2 RES-29.name:6/6:1
RES-29.note:6/6:1 ENV-16.escapes:6/6:1 ENV-13.registered:6/9:1 RES-30:6/6:1 CROSS-38:18/18:3 RES-40.custom-2:6/6:1
RES-15.bulk:12/12:2 RES-18.case:6/6:1 BKG-10.create:12/12:2 BKG-16.create:12/12:2 BKG-17.create:12/12:2
BKG-18.create:12/12:2 BKG-14.length.create:12/12:2 BKG-41.create:36/36:6 BKG-08.foreign:12/12:2 BKG-09.omitted:6/6:1
USER-27.updated:6/9:1 UNIQ-16.letter-case:6/6:1 COL-25.update:6/6:1 PERM-10:12/12:2 AUTH-04.address-alone:6/23:1
USER-43:18/35:3 AUTH-03.numeric:6/23:1 AUTH-03.end:6/23:1 USER-13:19/22:3 FILT-13:26/26:4 TIME-22.minutes:13/13:2
PERM-10.collaborator:13/16:2 TIME-18.bulk-of-resource:20/20:3 RES-05.bulk:7/7:1 RES-29.description.over:7/7:1
RES-34.updated-at:7/7:1 PERM-11.both:7/16:1 PERM-12.delete-resource:7/7:1 RES-12.color-schedule.bulk:21/21:3
RES-23.bulk:7/7:1 TIME-01.early:7/7:1 TIME-03.one-zone:14/14:2 BULK-01.undecodable.resource-bookings:7/7:1
BULK-20.update.resource-bookings:21/21:3 USER-33.updated:7/24:1 UNIQ-11.bulk:6/6:2 COL-08.again:7/7:1 COL-06:7/7:1
COL-20:7/7:1 COL-22.elsewhere:7/15:1 CROSS-16.account.zero:7/10:1 BKG-34:29/29:4 COL-10.create:22/22:3
BKG-27.custom-2.bulk-of-resource:15/15:2 BKG-27.link.length.bulk-of-resource:15/15:2 TIME-20.create-start:15/15:2
USER-20:15/18:2 BKG-11.refused.update:23/23:3 RES-25.update:8/8:1 ENV-05.bare-bulk-delete:16/16:2 RES-19.update:8/8:1
BKG-24.create.schedule:8/8:1 RES-34.schedule-id.second:8/8:1 RES-40.together:8/8:1 UNIQ-15:8/8:1 UNIQ-10:8/8:1
RES-26.again:8/8:1 RES-16.host:8/8:1 FILT-10:24/24:3 TIME-21.create-start:24/24:3 PERM-05.editor.own:7/15:3
BULK-01.collaborators:0/17:2 COL-19.updated-in-bulk:8/8:2 COL-22.kept.bulk:5/5:1 COL-22.elsewhere.bulk:6/14:1
COL-10.bulk:16/16:2 COL-24:8/8:1 USER-07:8/11:1 USER-08:8/11:1 USER-15:16/19:2 USER-26:8/11:1 USER-41.address:8/28:1
BKG-08.malformed:8/8:1 TIME-20.update-start:17/17:2 FILT-12.made:17/17:2 USER-18:17/20:2 PERM-09.editor:26/35:3
ENV-16.backslashes:18/18:2 ENV-16.lookalikes:18/18:2 RES-07.bulk:9/9:1 RES-21.create:9/9:1 RES-22.bulk:9/9:1
RES-24.create:9/9:1 RES-25.create:9/9:1 RES-25.bulk:9/9:1 RES-17.update:18/18:2 RES-19.create:9/9:1 RES-31:9/9:1
BKG-09.empty.update:9/9:1 FILT-06.clock-change:27/27:3 BKG-16.multi-line.update:9/9:1 BKG-11.lower-case:9/9:1
BKG-41.update:36/36:4 COL-04:9/9:1 UNIQ-07:9/9:1 COL-19.utc:9/9:1 PERM-03.editor:9/17:1 USER-32.german:9/26:1
USER-07.characters:9/12:1 USER-32.other-link:9/26:1 RES-48:10/10:1 RES-12.color-bk.update:20/20:2
PERM-12.get-resource-bookings:10/10:1 CROSS-37.constructor:10/10:1 RES-36.created-at:10/10:1 FILT-03:30/30:3
BKG-24.schedule:10/10:1 COL-22:10/10:1 FILT-07:31/40:3 BKG-14.schemes.update:21/21:2 LIMIT-02:21/38:2 LIMIT-04:0/38:1
CROSS-08.resources:54/80:5 LIST-21.wildcard.resources:1/78:1 LIST-21.zero.resources:1/78:1 CROSS-04.resources:2/79:1
LIST-06.resources:5/82:2 LIST-23.resources:3/80:1 ENV-15.update:11/11:1 BKG-13.update:11/11:1
BKG-20.kept.update:11/11:1 BULK-23.resource-bookings:10/10:2 BULK-02.times.resource-bookings:7/7:1
BKG-18.independent:11/11:1 PERM-20.invited:11/14:1 BULK-01.zero.resource-bookings:11/11:1 BKG-25.utc:12/12:1
TIME-14.bulk-of-resource:24/33:2 BKG-40:12/12:1 BKG-41.bulk-of-resource:36/36:3 UNIQ-17.bulk:12/12:1
BKG-36.unknown:21/21:3 BKG-25.updated-in-bulk:10/10:2 CROSS-10:15/15:2 BKG-27.color-bk.refused.bulk:23/23:3
BKG-09.empty.bulk:9/9:1 BKG-20.kept.bulk:11/11:1 PERM-19.put-bookings:11/14:1 BKG-41.bulk:34/34:3 TIME-20.bulk:23/23:2
FILT-02.all-day:13/13:1 BKG-24.start-utc:13/13:1 BKG-24.end-utc:13/13:1 BKG-24.created-at:13/13:1
BKG-24.schedule-id:13/13:1 BKG-12.resource:13/13:1 TIME-09.sign:13/13:1 TIME-10.zone:13/13:1 TIME-11.zone:13/13:1
COL-15.pattern:13/16:1 UNIQ-17.update:13/13:1 USER-51:13/30:1 ENV-16.line-ends:14/14:1 BKG-13.type:14/14:1
LIST-28.single.booking:28/39:2 LIST-27.bookings:0/37:1 FILT-09:28/28:2 BULK-17.update.resource-bookings:14/14:1
USER-32.password:14/31:1 LIST-25.resource-bookings:15/15:1 USER-32.own:15/32:1 USER-17:30/33:2 USER-51.later:15/32:1
PERM-18.bulk:31/46:2 BULK-13:32/32:2 BULK-13.moved:25/25:2 BKG-28:16/16:1 BKG-32.first-deleted:16/16:1
BULK-17.update.bookings:16/16:1 USER-32.added:16/33:1 CROSS-42:16/33:1 CROSS-19:16/16:1 CROSS-18.times:17/17:1
CROSS-07:17/17:1 CROSS-25:17/25:1 USER-32.collaborations:17/34:1 ENV-16.emoji:18/18:1 ENV-16.accents:18/18:1
ENV-16.quotes:18/18:1 ENV-16.html:18/18:1 ENV-16.decomposed:18/18:1 BKG-21.collaborator.create:18/27:1 CROSS-28:18/18:1
LIST-26.collaborators:18/21:1 PERM-06.editor.own:8/16:3 BULK-04.collaborators:0/21:1 PERM-12.delete-collaborators:8/8:1
PERM-06.editor:8/16:1 BULK-04.bookings:21/21:2 PERM-06.editor.all:12/20:1 BULK-18.delete.collaborators:12/12:1
USER-32.invited:18/35:1 CROSS-08.bookings:55/83:3 LIST-16.resource-bookings:1/81:1 LIST-22.bookings:1/81:1
PERM-14.all:3/168:1 LIST-07.resource-bookings:4/84:1 USER-16.regions:37/40:2 AUTH-03.writes:19/19:1 RES-17.bulk:19/19:1
BKG-21.collaborator:19/28:1 FILT-06:38/38:2 CROSS-36:19/22:1 BULK-20.update.resources:19/19:1
BKG-27.link.schemes.bulk:21/21:1 CROSS-12:21/30:1 FILT-15:21/21:1 USER-12:22/25:1 TIME-01.rarer:45/45:2
BULK-20.update.collaborators:23/23:1 BULK-20.update.bookings:23/23:1 BKG-12.refused.create:24/24:1
BULK-17.delete.collaborators:10/10:1 BKG-27.link.schemes.bulk-of-resource:25/25:1 TIME-20.bulk-of-resource:25/25:1
FILT-11:26/26:1 RES-43.together:26/26:1 BKG-35:26/26:1 PERM-13.editor.bulk:27/35:1 RES-49.bulk:27/27:1
UNIQ-10.ids:8/8:1 BULK-09.resource-bookings:16/16:2 BULK-15.delete:0/40:1 BULK-07.resources:10/10:2
BULK-20.delete.resource-bookings:24/24:2 BULK-10.resource-bookings:13/13:1 BULK-16.resource-path:14/14:1
BULK-09.zero.resource-bookings:14/14:1 BULK-07.bookings:17/17:1 BULK-08.resource-bookings:18/18:1
BULK-07.collaborators:19/19:1 BULK-20.delete.resources:21/21:1 BULK-20.delete.collaborators:26/26:1
BULK-20.delete.bookings:28/28:1 PERM-18:28/51:1 TIME-04:58/58:2 BULK-16.resources:27/27:2 BULK-05.resources:12/12:1
UNIQ-09:7/7:1 BULK-23.resources:8/8:1 PERM-22.resources:21/29:1 CROSS-03.delete.resources:29/29:1
LIST-07.same-time:31/31:1 BULK-11.resource-bookings:31/31:1 CROSS-02:32/32:1 TIME-18:35/35:1
BULK-02.collaborators:10/10:1 BULK-23.collaborators:8/8:1 BULK-02.registered:8/11:1 BULK-05.collaborators:11/11:1
BULK-05.registered:10/13:1 CROSS-41.resource:39/39:1 CROSS-41.booking.bulk:40/40:1 BULK-03.times:28/28:1
LIST-24.collaborators:53/79:1 LIST-33.collaborators:3/80:1 LIST-06.collaborators:5/82:1 LIST-10.collaborators:5/82:1
CROSS-01.hundred:113/216:3 RES-32.each:57/57:1 UNIQ-13:61/61:1 BULK-23.bookings:12/12:1 BULK-02.times.bookings:13/13:1
BULK-02.move:16/16:1 BKG-25.each-in-bulk-of-resource:75/75:1
`

/** The number of faulty servers that the kit catches. */
export const knownFaults = 1047
