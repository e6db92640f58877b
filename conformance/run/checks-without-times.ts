// Written by `npm run count:requests`: the checks that sent nothing to which the settings of the owner matter, neither
// of bookings nor of its own account.
export const checksWithoutTimes: ReadonlySet<string> = new Set(
  `
ENV-05.missing-name ENV-05.taken-name ENV-05.values ENV-05.not-the-owner ENV-05.account ENV-15.create ENV-15.update
ENV-02.get-collaborator ENV-02.get-collaborators ENV-02.get-resource ENV-02.get-resources ENV-02.post-collaborators
ENV-02.post-resources ENV-02.put-collaborator ENV-02.put-collaborators ENV-02.put-resource ENV-02.put-resources
ENV-02.delete-collaborator ENV-02.delete-collaborators ENV-02.delete-resource ENV-02.delete-resources
ENV-02.put-me.password ENV-02.delete-me ENV-03.put-me.password ENV-03.delete-me ENV-10.put-me.password ENV-11.delete-me
ENV-06.resource ENV-06.collaborator ENV-06.nothing ENV-07.resource ENV-07.collaborator ENV-08.resource
ENV-08.collaborator ENV-09.resource ENV-09.collaborator ENV-12.resource ENV-12.collaborator ENV-13.resource
ENV-13.collaborator ENV-13.resource.long ENV-13.registered ENV-18 ENV-16.resource.create ENV-16.resource.update
ENV-16.resource.bulk ENV-16.escapes ENV-16.account ENV-17.collaborator-user RES-01.single RES-01.list RES-02
RES-03.single RES-03.list RES-03.second RES-04.description RES-04.nothing RES-38.single RES-38.list RES-39 RES-40.name
RES-40.description RES-40.color-fg RES-40.color-bk RES-40.color-schedule RES-40.text-bold RES-40.link RES-40.link-title
RES-40.note RES-40.custom-1 RES-40.custom-2 RES-40.together RES-40.all.bulk RES-32.each RES-32.each-in-bulk RES-06
RES-41 RES-44.minimal RES-44.full RES-05.create RES-05.update RES-05.bulk RES-28.name RES-29.name RES-29.name.over
RES-07.create RES-07.update RES-07.bulk RES-28.description RES-29.description RES-29.description.over RES-21.create
RES-21.update RES-21.bulk RES-28.link-title RES-29.link-title RES-29.link-title.over RES-22.create RES-22.update
RES-22.bulk RES-28.note RES-29.note RES-29.note.over RES-24.create RES-24.update RES-24.bulk RES-28.custom-1
RES-29.custom-1 RES-29.custom-1.over RES-25.create RES-25.update RES-25.bulk RES-28.custom-2 RES-29.custom-2
RES-29.custom-2.over RES-22.line-feeds RES-23.create RES-23.update RES-23.bulk RES-25.independent RES-08
RES-11.color-fg.create RES-11.color-fg.update RES-11.color-fg.bulk RES-12.color-fg.create RES-12.color-fg.update
RES-12.color-fg.bulk RES-13.color-fg RES-09 RES-11.color-bk.create RES-11.color-bk.update RES-11.color-bk.bulk
RES-12.color-bk.create RES-12.color-bk.update RES-12.color-bk.bulk RES-13.color-bk RES-10 RES-11.color-schedule.create
RES-11.color-schedule.update RES-11.color-schedule.bulk RES-12.color-schedule.create RES-12.color-schedule.update
RES-12.color-schedule.bulk RES-13.color-schedule RES-14.default RES-14.create RES-14.update RES-14.bulk RES-15.create
RES-15.update RES-15.bulk RES-16.create RES-16.update RES-16.bulk RES-17.create RES-17.update RES-17.bulk RES-19.create
RES-19.update RES-19.bulk RES-51.create RES-51.update RES-51.bulk RES-18.case RES-18.none RES-20 RES-16.host
RES-20.create RES-20.bulk RES-49.create RES-49.update RES-49.bulk RES-30 RES-32 RES-32.in-bulk RES-33 RES-26
RES-26.again RES-27.description RES-27.link RES-27.link-title RES-27.note RES-27.custom-1 RES-27.custom-2 RES-27.bulk
RES-34.id RES-36.id RES-35.id RES-34.schedule-id RES-36.schedule-id RES-35.schedule-id RES-34.created-at
RES-36.created-at RES-35.created-at RES-34.updated-at RES-36.updated-at RES-35.updated-at RES-34.schedule-id.second
RES-36.schedule-id.second RES-35.schedule-id.second RES-37.update.first RES-37.bulk.first RES-37.update.last
RES-37.bulk.last RES-42 RES-43.single RES-43.list RES-43.ids RES-45.get RES-45.put RES-45.delete RES-45.malformed
RES-46.read RES-46.list RES-46.put RES-46.delete RES-47 RES-47.malformed LIST-01.resources LIST-01.collaborators
LIST-02.resources LIST-02.collaborators LIST-03.resources LIST-03.collaborators LIST-04.resources LIST-04.collaborators
LIST-05.resources LIST-05.collaborators LIST-06.resources LIST-06.collaborators LIST-07.resources LIST-07.collaborators
LIST-08.resources LIST-08.collaborators LIST-09.resources LIST-09.collaborators LIST-10.resources LIST-10.collaborators
LIST-11.resources LIST-11.collaborators LIST-12.resources LIST-12.collaborators LIST-12.empty.collaborators
LIST-13.resources LIST-13.collaborators LIST-14.resources LIST-14.collaborators LIST-14.next.resources
LIST-14.next.collaborators LIST-15.resources LIST-15.collaborators LIST-15.pages.resources LIST-15.pages.collaborators
LIST-16.resources LIST-16.collaborators LIST-17.resources LIST-17.collaborators LIST-18.resources LIST-18.collaborators
LIST-19.resources LIST-19.collaborators LIST-20.resources LIST-20.collaborators LIST-21.resources LIST-21.collaborators
LIST-21.zero.resources LIST-21.zero.collaborators LIST-21.wildcard.resources LIST-21.wildcard.collaborators
LIST-22.resources LIST-22.collaborators LIST-23.resources LIST-23.collaborators LIST-24.resources LIST-24.collaborators
LIST-25.resources LIST-25.collaborators LIST-33.resources LIST-33.collaborators LIST-34.resources LIST-34.collaborators
LIST-26.resources LIST-26.collaborators LIST-26.user LIST-27.resources LIST-27.collaborators LIST-28.single.resource
LIST-28.single.collaborator LIST-29.resources LIST-29.collaborators LIST-30.resources LIST-30.collaborators
LIST-31.resources LIST-31.collaborators LIST-31.unnamed.resources LIST-31.unnamed.collaborators BULK-01.resources
BULK-01.collaborators BULK-02.resources BULK-02.collaborators BULK-02.registered BULK-23.resources
BULK-23.collaborators BULK-03.resources BULK-03.collaborators BULK-18.update.resources BULK-18.update.collaborators
BULK-19.resources BULK-19.collaborators BULK-22.resources BULK-22.collaborators BULK-04.resources BULK-04.collaborators
BULK-05.collaborators BULK-05.registered BULK-06.resources BULK-06.collaborators BULK-07.resources
BULK-07.collaborators BULK-11.resources BULK-11.collaborators BULK-08.resources BULK-08.collaborators BULK-09.resources
BULK-09.collaborators BULK-10.resources BULK-10.collaborators BULK-14.collaborators BULK-21.collaborators
BULK-16.resources BULK-16.collaborators BULK-17.update.resources BULK-17.update.collaborators BULK-17.delete.resources
BULK-17.delete.collaborators BULK-18.delete.resources BULK-18.delete.collaborators BULK-01.zero.resources
BULK-01.zero.collaborators BULK-04.zero.resources BULK-04.zero.collaborators BULK-09.zero.resources
BULK-09.zero.collaborators BULK-01.undecodable.resources BULK-01.undecodable.collaborators
BULK-09.undecodable.resources BULK-09.undecodable.collaborators BULK-20.update.resources BULK-20.update.collaborators
BULK-20.delete.resources BULK-20.delete.collaborators UNIQ-04 UNIQ-05 UNIQ-06 UNIQ-11.bulk UNIQ-07 UNIQ-08 UNIQ-01
UNIQ-01.many UNIQ-10 UNIQ-10.ids UNIQ-10.all UNIQ-11 UNIQ-02 UNIQ-03.alone UNIQ-03.round-trip UNIQ-13 UNIQ-14 UNIQ-15
UNIQ-17.create UNIQ-17.update UNIQ-17.bulk UNIQ-18 UNIQ-16.schedules UNIQ-16.letter-case UNIQ-16.accents
UNIQ-16.normal-forms UNIQ-16.blanks UNIQ-16.emoji COL-01 COL-02 COL-03 COL-04 COL-05 COL-05.plus COL-06 COL-06.account
COL-15 COL-21.get-collaborators COL-21.get-collaborator COL-21.post-collaborators COL-21.put-collaborators
COL-21.put-collaborator COL-21.delete-collaborators COL-21.delete-collaborator COL-27 COL-23.single COL-23.bulk COL-11
COL-12 COL-12.no-account COL-13 COL-13.mail COL-13.mail.editor COL-13.mail.again COL-28 COL-28.editor COL-14 COL-16
COL-16.invited COL-17 COL-18 COL-15.pattern COL-07 COL-07.registered COL-08 COL-08.again COL-08.again-registered
COL-09.create.viewer COL-09.create.editor COL-09.update.viewer COL-09.update.editor COL-09.bulk.viewer
COL-09.bulk.editor COL-10.create COL-10.update COL-10.bulk COL-20 COL-20.bulk COL-20.create COL-20.user COL-22
COL-22.elsewhere COL-22.elsewhere.bulk COL-22.kept COL-22.kept.bulk COL-24 COL-19.iso COL-19.updated
COL-19.updated-in-bulk COL-19.created COL-25.create COL-25.update COL-25.bulk COL-26 PERM-01.editor PERM-01.viewer
PERM-01.stranger PERM-01.editor.fields PERM-01.viewer.fields PERM-02.editor PERM-02.viewer PERM-02.stranger
PERM-03.editor PERM-03.viewer PERM-03.stranger PERM-04.editor PERM-04.viewer PERM-04.stranger PERM-05.editor
PERM-05.viewer PERM-05.stranger PERM-06.editor PERM-06.viewer PERM-06.stranger PERM-07.editor PERM-07.viewer
PERM-07.stranger PERM-05.editor.all PERM-05.viewer.all PERM-05.stranger.all PERM-06.editor.all PERM-06.viewer.all
PERM-06.stranger.all PERM-12.get-collaborator PERM-12.get-collaborators PERM-12.get-resource PERM-12.get-resources
PERM-12.post-collaborators PERM-12.post-resources PERM-12.put-collaborator PERM-12.put-collaborators
PERM-12.put-resource PERM-12.put-resources PERM-12.delete-collaborator PERM-12.delete-collaborators
PERM-12.delete-resource PERM-12.delete-resources PERM-14.get-resource.editor PERM-14.get-resources.editor
PERM-14.get-resource.viewer PERM-14.get-resources.viewer PERM-15.get-resource PERM-15.get-resources
PERM-16.post-resources PERM-16.put-resource PERM-16.put-resources PERM-16.delete-resource PERM-16.delete-resources
PERM-17.post-resources PERM-17.put-resource PERM-17.put-resources PERM-17.delete-resource PERM-17.delete-resources
PERM-19.post-resources PERM-19.put-resource PERM-19.put-resources PERM-19.delete-resource PERM-19.delete-resources
PERM-02.editor.own PERM-02.viewer.own PERM-04.editor.own PERM-04.viewer.own PERM-05.editor.own PERM-05.viewer.own
PERM-06.editor.own PERM-06.viewer.own PERM-03.stranger.own PERM-08.editor PERM-08.viewer PERM-02.viewer.of-user
PERM-04.viewer.of-user PERM-07.editor.of-user PERM-07.viewer.of-user PERM-10 PERM-10.stranger PERM-10.collaborator
PERM-11.elsewhere PERM-11.both PERM-20 PERM-20.invited PERM-20.elsewhere PERM-21 USER-05 USER-06 USER-05.long USER-30
USER-31 USER-31.together USER-31.letter-case USER-31.plus USER-31.mail USER-32 USER-47.email USER-32.german USER-32.old
USER-41.address USER-41.address-activated USER-31.collaborations USER-32.collaborations USER-32.invited USER-50 USER-51
USER-51.later USER-52 USER-32.settings USER-32.second USER-32.other-link USER-32.capitals USER-32.plus USER-32.own
USER-32.added USER-32.password USER-07 USER-07.characters USER-07.code-points USER-08 USER-08.characters
USER-08.code-points USER-09 USER-10 USER-12 USER-13 USER-14 USER-15 USER-16 USER-18 USER-19 USER-20 USER-16.regions
USER-17 USER-33 USER-33.letters USER-33.accents USER-33.long USER-34.together USER-33.together USER-33.email
USER-47.password USER-33.spaces USER-35.spaces USER-33.updated USER-34 USER-35 USER-35.code-points USER-36 USER-37
USER-37.escapes USER-37.base64 AUTH-03.end AUTH-03.numeric AUTH-04.address-alone USER-38 USER-38.together
USER-02.changed USER-11 USER-22 USER-25 USER-26 USER-27 USER-27.reads USER-27.updated USER-03.changed USER-21 USER-23
USER-24 USER-28 USER-29 USER-29.all USER-39 USER-47 USER-42 USER-43 USER-44 USER-45 USER-46 USER-48 USER-48.email
USER-48.password USER-49 AUTH-03.pattern AUTH-03.longer AUTH-03.line-end AUTH-03.letter-case AUTH-05 AUTH-07 LIMIT-05
CROSS-01.resources CROSS-01.collaborators CROSS-02.resources CROSS-02.collaborators CROSS-03.update.resources
CROSS-03.update.collaborators CROSS-03.delete.resources CROSS-03.delete.collaborators CROSS-20.resources
CROSS-20.collaborators CROSS-33.viewer CROSS-33.editor CROSS-13.resource CROSS-14.update CROSS-14.bulk
CROSS-41.resource CROSS-41.resource.bulk CROSS-41.account CROSS-16.resource.update CROSS-16.resource.bulk
CROSS-16.account CROSS-37.proto CROSS-37.constructor CROSS-37.named-tostring CROSS-37.named-constructor CROSS-38
CROSS-39.resource CROSS-04.resources CROSS-04.collaborators CROSS-05.resources CROSS-05.collaborators
CROSS-08.resources CROSS-08.collaborators CROSS-21 CROSS-22 CROSS-23 CROSS-24 CROSS-25 CROSS-26 CROSS-36 CROSS-15
CROSS-27 CROSS-42 CROSS-34 CROSS-35 CROSS-16.resource.zero.create CROSS-16.resource.zero.update
CROSS-16.resource.zero.bulk CROSS-16.account.zero
`
    .trim()
    .split(/\s+/),
)
