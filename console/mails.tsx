import { useState } from 'preact/hooks'
import { Empty } from './elements.js'
import type { Service } from './service.js'
import { useStore } from './store.js'

/** A text with its links, as far as they are HTTP. */
function Linked({ text }: { text: string }) {
  return (
    <>
      {text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
        index % 2 === 1 ? (
          <a key={`${index} ${part}`} href={part} target="_blank" rel="noopener noreferrer">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </>
  )
}

/** The outbox. */
export function Mails({ service }: { service: Service }) {
  const { mails, accounts } = useStore(service.store)
  const [open, setOpen] = useState<number>()
  const newestFirst = [...mails].reverse()
  const mail = mails.find(({ id }) => id === open) ?? newestFirst[0]
  if (!mail) {
    const account = accounts.at(-1)
    return (
      <Empty>
        No e-mails yet. Change the address of an account, or invite a collaborator, to see one
        {account ? ':' : '.'}
        {account && (
          <code class="command">{`curl ${service.base}/v1/users/me -u ${account.email}:${account.password} -X PUT -d '{"email": "new@mail.example"}'`}</code>
        )}
      </Empty>
    )
  }
  return (
    <>
      <div class="toolbar">
        <span class="quiet">{mails.length} in the outbox, the newest first</span>
        <button type="button" onClick={() => void service.control.emptyOutbox()}>
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
            <Linked text={mail.text} />
          </div>
        </article>
      </div>
    </>
  )
}
