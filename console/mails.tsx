import { useState } from 'preact/hooks'
import { Do, Empty } from './elements.js'
import { attempt, tell, tellProblem } from './notices.js'
import type { Account, Service } from './service.js'
import { useStore } from './store.js'

/** Requests a link of a service in this page, which another tab could not reach. */
async function follow(service: Service, link: string): Promise<void> {
  const { data, error } = await (await service.fetch(link)).json()
  if (error) throw new Error(error.message)
  tell(`The new address is confirmed. From now on, log in as ${data.email}.`)
}

/** Renders a text with its HTTP links. */
function Linked({ text, service }: { text: string; service: Service }) {
  function open(event: Event, link: string): void {
    if (!service.isInPage || !link.startsWith(`${service.base}/v1/`)) return
    event.preventDefault()
    void follow(service, link).catch(tellProblem)
  }
  return (
    <>
      {text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
        index % 2 === 1 ? (
          <a
            key={`${index} ${part}`}
            href={part}
            target="_blank"
            rel="noopener noreferrer"
            onClick={event => open(event, part)}
          >
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </>
  )
}

function NoMails({ service, account }: { service: Service; account: Account | undefined }) {
  const email = `new-${account?.email}`
  return (
    <Empty>
      No e-mails yet. A client that changes the address of an account, or invites a collaborator, sends one.
      {account && (
        <Do
          label={`Change the address of ${account.email}`}
          run={() => service.clientOf(account).changeMe({ body: { email } })}
          done={`An e-mail to ${email} asks for a confirmation.`}
        />
      )}
    </Empty>
  )
}

/** The outbox. */
export function Mails({ service }: { service: Service }) {
  const { mails, accounts } = useStore(service.store)
  const [open, setOpen] = useState<number>()
  const newestFirst = [...mails].reverse()
  const mail = mails.find(({ id }) => id === open) ?? newestFirst[0]
  if (!mail) {
    return <NoMails service={service} account={accounts.at(-1)} />
  }
  return (
    <>
      <div class="toolbar">
        <span class="quiet">{mails.length} in the outbox, the newest first</span>
        <button type="button" onClick={() => void attempt(() => service.control.emptyOutbox(), 'Done.')}>
          Empty
        </button>
      </div>
      <div class="split open">
        <ul class="mails">
          {newestFirst.map(({ id, kind, to, subject, at, delivery }) => (
            <li key={id}>
              <button type="button" aria-current={id === mail.id} onClick={() => setOpen(id)}>
                <span class="subject">
                  <bdi>{subject}</bdi>
                </span>
                <span class="quiet">
                  <bdi>{to}</bdi> · {kind} · {at.slice(11, 16)}
                  {delivery === 'outbox' ? '' : ` · ${delivery}`}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <article class="detail" aria-label="E-mail">
          <h2>
            <bdi>{mail.subject}</bdi>
          </h2>
          <p class="quiet">
            To <bdi>{mail.to}</bdi> · {mail.at}
            {mail.problem === undefined ? '' : ` · ${mail.problem}`}
          </p>
          <div class="letter">
            <Linked text={mail.text} service={service} />
          </div>
        </article>
      </div>
    </>
  )
}
