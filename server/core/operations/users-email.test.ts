import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { basic, createScene, people, sceneFor } from '../../testing/scene.js'

const scene = await sceneFor(test)

const ME = '/users/me'
const { email: old, password } = people.owner
const fresh = 'new@example.test'
const under = (email: string) => scene.caller(basic(email, password))
const me = async () => (await scene.owner.get(ME)).body.data

/** Follows the link of the newest e-mail. */
async function follow() {
  const link = (await scene.server.outbox()).findLast(mail => mail.link)?.link ?? ''
  return scene.caller().get(new URL(link).pathname.replace('/v1', ''))
}

test('given a new address, then it gets an e-mail with a link, and the old one stays in use', async () => {
  const before = await me()

  const answer = await scene.owner.put(ME, { email: fresh })

  assert.is(answer.text, '{"success":true}\n')
  const mails = await scene.server.outbox()
  assert.equal(
    mails.map(({ kind, to }) => [kind, to]),
    [
      ['activation', fresh],
      ['notice', old],
    ],
  )
  assert.match(mails[0]?.link ?? '', /\/v1\/activations\/[\w-]{32}$/)
  assert.ok(mails[0]?.link?.startsWith(scene.server.url))
  assert.match(mails[0]?.text ?? '', `\n${mails[0]?.link}\n`)
  assert.equal(await me(), before)
  assert.is((await under(fresh).get(ME)).status, 401)
})

test('given the link was opened, then the new address is returned and can log in', async () => {
  const before = await me()
  await scene.owner.put(ME, { email: 'New@Example.test' })

  await follow()

  const after = (await under(fresh).get(ME)).body.data
  assert.equal(after, { ...before, email: 'New@Example.test', updated_at: after.updated_at })
  assert.is((await scene.owner.get(ME)).status, 401)
  assert.is((await under(fresh).get('/schedules/first/resources')).status, 200)
})

test('given other fields with the address, then they change at once, and the address does not', async () => {
  await scene.owner.put(ME, { email: fresh, firstname: 'Ada', language_tag: 'de' })

  const { email, firstname } = await me()
  assert.equal([email, firstname], [old, 'Ada'])
})

test('given a new name and language with the address, then the e-mail uses them', async () => {
  await scene.owner.put(ME, { email: fresh, firstname: 'Ada', language_tag: 'de' })

  const [mail] = await scene.server.outbox()

  assert.match(mail?.text ?? '', /^Guten Tag Ada Test,\n/)
})

test('given the unchanged address, then no e-mail is sent, and a pending change is cancelled', async () => {
  await scene.owner.put(ME, { email: old })
  assert.equal(await scene.server.outbox(), [])

  await scene.owner.put(ME, { email: fresh })
  await scene.owner.put(ME, { email: old })
  assert.is((await scene.server.outbox()).length, 2)
  assert.is((await follow()).status, 404)
  assert.is((await me()).email, old)
})

test('given the account as it was read, with other settings, then a pending change of address remains', async () => {
  await scene.owner.put(ME, { email: fresh })

  await scene.owner.put(ME, { ...(await me()), time_format: 'h:i A' })

  assert.is((await follow()).status, 200)
})

test('given a new password, then a pending change of address is cancelled', async () => {
  await scene.owner.put(ME, { email: 'thief@example.test' })

  await scene.owner.put(ME, { new_password: 'another-password' })

  assert.is((await follow()).status, 404)
  assert.is((await scene.caller(basic(old, 'another-password')).get(ME)).body.data.email, old)
})

test('given a new password and a new address at once, then the link is valid', async () => {
  await scene.owner.put(ME, { email: fresh, new_password: 'another-password' })

  assert.is((await follow()).status, 200)
  assert.is((await scene.caller(basic(fresh, 'another-password')).get(ME)).status, 200)
})

test('given other settings, then a pending change of address remains', async () => {
  await scene.owner.put(ME, { email: fresh })

  await scene.owner.put(ME, { firstname: 'Ada' })

  assert.is((await follow()).status, 200)
})

test('given a new address, then the old one is notified by its own name and language on the request and on the change', async () => {
  await scene.owner.put(ME, { email: fresh, firstname: 'Mallory', language_tag: 'de' })
  await follow()

  const notices = (await scene.server.outbox()).filter(({ kind }) => kind === 'notice')

  assert.equal(
    notices.map(({ to, link }) => [to, link]),
    [
      [old, undefined],
      [old, undefined],
    ],
  )
  assert.match(notices[0]?.text ?? '', /^Hello Owner Test,\n[\s\S]*asked to use new@example\.test/)
  assert.match(notices[1]?.text ?? '', /^Guten Tag Mallory Test,\n[\s\S]*verwendet jetzt new@example\.test/)
})

test('given a link that is refused, then the old address is not notified', async () => {
  await scene.owner.put(ME, { email: fresh })
  await follow()
  const before = (await scene.server.outbox()).length

  assert.is((await follow()).status, 404)
  assert.is((await scene.server.outbox()).length, before)
})

test('given the own address in another letter case, then it changes like any other', async () => {
  const shouted = old.toUpperCase()

  await scene.owner.put(ME, { email: shouted })
  assert.is((await me()).email, old)

  await follow()
  assert.is((await me()).email, shouted)
})

test('given an address in use, then the whole change is refused and nothing is sent', async () => {
  const before = await me()

  for (const email of [people.editor.email, people.editor.email.toUpperCase()]) {
    const answer = await scene.owner.put(ME, { email, firstname: 'New' })

    assert.is(answer.status, 409)
    assert.is(answer.body.error.code, 'email_taken')
  }
  assert.equal(await me(), before)
  assert.equal(await scene.server.outbox(), [])
})

test('given an address that another user has requested, then both can, and the first to open the link gets it', async () => {
  await scene.editor.put(ME, { email: fresh })
  await scene.owner.put(ME, { email: fresh })

  assert.is((await follow()).status, 200)

  const [first] = await scene.server.outbox()
  const late = await scene.caller().get(new URL(first?.link ?? '').pathname.replace('/v1', ''))
  assert.is(late.status, 409)
  assert.is(late.body.error.code, 'email_taken')
  assert.is((await under(fresh).get(ME)).body.data.firstname, 'Owner')
  assert.is((await scene.editor.get(ME)).body.data.email, people.editor.email)
})

test('given a refused change of address, then a pending one stays valid', async () => {
  await scene.owner.put(ME, { email: fresh })

  await scene.owner.put(ME, { email: people.editor.email })

  assert.is((await follow()).status, 200)
})

test('given a collaborator with a new address, then access follows the account; its email stays as it was set', async () => {
  await scene.viewer.put(ME, { email: fresh })
  await follow()

  const { data } = (await scene.owner.get('/schedules/first/collaborators/2')).body

  assert.equal([data.email, data.user.email], ['viewer@example.test', fresh])
  const viewer = scene.caller(basic(fresh, people.viewer.password))
  assert.is((await viewer.get('/schedules/first/resources')).status, 200)
})

test('given an invited address, then opening its link starts the collaboration', async () => {
  await scene.owner.post('/schedules/second/collaborators', { email: fresh })
  await scene.stranger.put(ME, { email: fresh })
  await follow()

  const { data } = (await scene.owner.get('/schedules/second/collaborators/3')).body

  assert.is(data.user.firstname, 'Stranger')
  const stranger = scene.caller(basic(fresh, people.stranger.password))
  assert.is((await stranger.get('/schedules/second/resources')).status, 200)
})

test('given an invited address that becomes that of the owner, then the owner does not become a collaborator', async () => {
  await scene.owner.post('/schedules/second/collaborators', { email: fresh })
  await scene.owner.put(ME, { email: fresh })

  assert.is((await follow()).status, 200)

  const { data } = (await under(fresh).get('/schedules/second/collaborators/3')).body
  assert.is(data.user, undefined)
  assert.is((await under(fresh).get('/schedules/second/resources')).status, 200)
})

test('given a public URL, then the link starts with it', async () => {
  const elsewhere = await createScene({ publicUrl: 'https://example.com/api' })
  try {
    await elsewhere.owner.put(ME, { email: fresh })

    const [mail] = await elsewhere.server.outbox()
    assert.match(mail?.link ?? '', /^https:\/\/example\.com\/api\/v1\/activations\//)
  } finally {
    await elsewhere.end()
  }
})

test.run()
