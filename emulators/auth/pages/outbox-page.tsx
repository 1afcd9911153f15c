/** @jsxImportSource hono/jsx */
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { textOf } from '@busker/emulators/html';
import { askOf, type Letter, type ListedMessage } from '../outbox/outbox';
import { page } from './sign-in-pages';

const two = (value: number): string => String(value).padStart(2, '0');

/** In the time zone of this machine, which is also the reader's. */
function time(sentAt: number): Child {
  const date = new Date(sentAt);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  const isToday = date.toDateString() === new Date().toDateString();
  return <time datetime={date.toISOString()}>{isToday ? clock : `${day} ${clock}`}</time>;
}

const used = <span class="badge quiet">Used</span>;

function subject({ message, state }: ListedMessage): Child {
  switch (message.kind) {
    case 'mail':
      return (
        <>
          <h2>{askOf(message.purpose)}</h2>
          {state === 'used' ? (
            used
          ) : (
            <a class="button main" href={message.link} target="_blank" rel="noreferrer">
              {askOf(message.purpose)}
            </a>
          )}
        </>
      );
    case 'text':
      return (
        <>
          <h2>
            <span class="soft">Your code is</span> <output class="code">{message.code}</output>
          </h2>
          {state === 'used' ? (
            used
          ) : (
            <button type="button" class="button" data-copy={message.code}>
              Copy the code
            </button>
          )}
        </>
      );
  }
}

function entry(listed: ListedMessage): Child {
  const { message, state } = listed;
  return (
    <li class={`message ${state}`} data-id={message.id} data-to={message.to}>
      <p class="envelope">
        <span>
          {message.kind === 'mail' ? 'Email' : 'Text message'} to <strong>{message.to}</strong>
        </span>
        {time(message.sentAt)}
      </p>
      <div class="row">{subject(listed)}</div>
    </li>
  );
}

/** Where the HTML of a letter is served, for a frame that runs nothing and loads nothing. */
export const letterPath = '/__local/outbox/letter';

const headerList = ({ headers = [] }: Letter): Child =>
  headers.length === 0 ? null : (
    <details>
      <summary>Headers</summary>
      <dl class="headers">
        {headers.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
    </details>
  );

const htmlFrame = ({ id, html: written }: Letter): Child =>
  typeof written !== 'string' ? null : (
    <details>
      <summary>HTML</summary>
      <iframe
        class="letter"
        title="The mail as HTML"
        sandbox=""
        loading="lazy"
        src={`${letterPath}?id=${encodeURIComponent(id)}`}
      ></iframe>
    </details>
  );

function letterEntry(letter: Letter): Child {
  const { id, to, sentAt, subject: heading, text } = letter;
  return (
    <li class="message open" data-id={id} data-to={to}>
      <p class="envelope">
        <span>
          Email to <strong>{to}</strong>
        </span>{' '}
        {time(sentAt)}
      </p>
      <h2 dir="auto">{heading}</h2>
      <p class="letter" dir="auto">
        {linked(text)}
      </p>
      {headerList(letter)}
      {htmlFrame(letter)}
    </li>
  );
}

/** A text with its addresses as links. */
const linked = (text: string): Child =>
  text.split(/(https?:\/\/[^\s]+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ),
  );

/** The list without the rest of the page, newest first. The open page requests it repeatedly. */
export function outboxList(messages: readonly ListedMessage[], letters: readonly Letter[]): string {
  const all = [
    ...messages.map((listed) => ({ at: listed.message.sentAt, entry: entry(listed) })),
    ...letters.map((letter) => ({ at: letter.sentAt, entry: letterEntry(letter) })),
  ].toSorted((a, b) => b.at - a.at);
  if (all.length > 0) return textOf(<>{all.map((each) => each.entry)}</>);
  return textOf(
    <li class="nothing">
      <h2>No messages yet</h2>
      <p class="soft">
        Create an account, reset a password, or sign in with a link or a phone number. The email or the code
        appears here.
      </p>
    </li>,
  );
}

export function outboxPage(messages: readonly ListedMessage[], letters: readonly Letter[]): string {
  const list = raw(outboxList(messages, letters));
  return page({
    title: 'Outbox',
    script: 'outbox',
    body: (
      <main class="outbox">
        <header>
          <h1>Outbox</h1>
          <p class="soft">
            Emails and text messages that a hosted project would send. Nothing leaves this computer.
          </p>
          <div class="row">
            <label class="filter">
              Show only messages to <input type="search" id="filter" autocomplete="off" spellcheck={false} />
            </label>
            <button type="button" class="button" id="clear">
              Clear the outbox
            </button>
          </div>
        </header>
        <ol class="messages" id="messages">
          {list}
        </ol>
        <p class="nothing" id="none-match" hidden>
          No messages match this filter.
        </p>
        <p class="live" role="status" id="news"></p>
      </main>
    ),
  });
}
