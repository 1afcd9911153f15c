/** @jsxImportSource hono/jsx */
/* oxlint-disable jsx-a11y/anchor-has-content, jsx-a11y/anchor-is-valid, jsx-a11y/control-has-associated-label, jsx-a11y/heading-has-content -- the page's script fills what is empty and hidden here */
import type { Child } from 'hono/jsx';
import { directionOf, type ShippedLanguage } from '@busker/core/locale/language-tags';
import { tipTextLimits } from '@busker/core/tip/tip';
import { receiptTexts, pageTexts } from '@busker/core/messages/core-texts';
import { manageSection, manageRefusals, type MonthlyPart } from '../monthly-pages/manage-section';
import { scriptAsset } from '../pages/page-assets';
import { facts, legalLinks, noIndex, receiptRefusals, type Page } from '../pages/page';
import type { ScriptTexts } from './browser/receipt-script';
import type { Receipt } from './receipt';

export const receiptAsset = scriptAsset('receipt');

/** The sentence for a field of the receipt that is refused: a name or message that is too long, an address that is none. */
export function tooLong(language: ShippedLanguage): Readonly<Record<string, string>> {
  const { yourName, message } = pageTexts(language);
  const { keepTo, email } = receiptTexts(language).fields;
  return {
    name: `${yourName}: ${keepTo({ limit: tipTextLimits.name })}`,
    message: `${message}: ${keepTo({ limit: tipTextLimits.message })}`,
    email,
  };
}

/** For forms, since a browser sends no origin from a page without a referrer. */
const ownReferrer = <meta name="referrer" content="same-origin" />;

/** A receipt for the browser in which its tip began. */
export interface HeldReceipt {
  readonly receipt: Receipt;
  /** The address of this page, to which its forms are sent. */
  readonly action: string;
  /** Where an unpaid tip is paid. */
  readonly payHref: string;
  /** The tip's token. It proves that a form is of this page, and it is in the link that the fan can keep. */
  readonly token: string;
  /** The receipt with its token in the fragment. */
  readonly link: string;
  /** What became of a form that was sent. */
  readonly done: string;
  readonly problem: string;
  /** The form as typed, when it was refused. */
  readonly email: string;
  readonly typed: Pick<Receipt, 'name' | 'message' | 'privateMessage' | 'hideAmount' | 'anonymous'> | null;
}

function clock(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * The receipt with everything that its fan may do. For a link with the token in its fragment, which no server sees, it is sent without data, and the script
 * fetches them. For the browser that has the tip's cookie it is whole and works without the script.
 */
export function receiptPage(language: ShippedLanguage, held: HeldReceipt | null = null): Page {
  const texts = receiptTexts(language);
  const receipt = held?.receipt;
  const words = held?.typed ?? receipt;
  const left = receipt?.undoUntil == null ? 0 : receipt.undoUntil - receipt.now;
  const form = { method: 'post', action: held?.action } as const;
  const token = held === null ? null : <input type="hidden" name="token" value={held.token} />;
  const { yourName, message, hideAmount, anonymous } = pageTexts(language);
  const direction = directionOf(language);
  const said = {
    // The script counts down.
    undoLeft: texts.undoLeft({ time: '{time}' }),
    goingBack: texts.goingBack,
    saved: texts.saved,
    erased: texts.erased,
    tooLong: tooLong(language),
    watch: {
      asking: texts.watch.asking,
      off: texts.watch.off,
      blocked: texts.watch.blocked,
      copied: texts.watch.copied,
      mailSent: texts.mailSent,
    },
    refusals: receiptRefusals(language),
    manage: manageRefusals(language),
  } satisfies ScriptTexts;
  const body = (
    <main id="receipt" data-texts={JSON.stringify(said)}>
      <div class="panel">
        <h1 id="heading">{receipt?.heading ?? texts.title}</h1>
        <p id="sentence" role="status">
          {receipt?.sentence ?? texts.open}
        </p>
        {held === null ? (
          <noscript>
            <p>{texts.noScript}</p>
          </noscript>
        ) : null}
        <p id="problem" class="error" role="alert" hidden={!held?.problem}>
          {held?.problem}
        </p>
        <blockquote id="thanks" class="typed" dir="auto" hidden={!receipt?.thanks}>
          {receipt?.thanks}
        </blockquote>
        <section id="reply" hidden={!receipt?.reply}>
          <h2 id="reply-heading">{receipt?.reply?.heading}</h2>
          <p id="reply-text" class="typed" dir="auto">
            {receipt?.reply?.text}
          </p>
        </section>
        <section id="watch" hidden>
          <p>
            <button id="watch-button" class="button quiet" type="button" hidden></button>
          </p>
          <p id="watch-state" role="status" hidden></p>
          <p class="muted">{texts.watch.keep}</p>
          <p>
            <button id="copy-button" class="button quiet" type="button">
              {texts.watch.copy}
            </button>
          </p>
          <p id="copied" class="typed" role="status" hidden></p>
        </section>
        <form id="mail" {...form} hidden={receipt?.watch?.mail == null}>
          {token}
          <label id="mail-label" for="email">
            {receipt?.watch?.mail}
          </label>
          <input id="email" name="email" type="email" autocomplete="email" value={held?.email} />
          <p>
            <button class="button quiet" name="do" value="mail">
              {texts.mailAsk}
            </button>
          </p>
          <p id="mail-state" role="status" hidden></p>
        </form>
        {held?.receipt.watch == null ? null : (
          <noscript>
            <p class="muted">{texts.watch.keep}</p>
            <p class="typed">{held.link}</p>
          </noscript>
        )}
        <dl id="rows">{receipt === undefined ? null : rowsOf(receipt)}</dl>
        <p id="pay" hidden={receipt?.payable !== true}>
          <a class="button" href={held?.payHref}>
            {texts.payOn}
          </a>
        </p>
        {manageSection(language)}
        {receipt?.monthly == null ? null : <noscript>{monthlyState(receipt.monthly, null)}</noscript>}
        <form id="undo" {...form} hidden={left <= 0}>
          {token}
          <button id="undo-button" class="button quiet" name="do" value="undo" aria-describedby="undo-left">
            {texts.undo}
          </button>
          <p id="undo-left" class="muted">
            {left <= 0 ? null : texts.undoLeft({ time: clock(left) })}
          </p>
        </form>
        <p id="ask" class="muted" hidden={receipt?.profileUrl == null}>
          {receipt && asking(receipt)}
        </p>
        <p id="way-back" hidden={receipt?.profileUrl == null}>
          <a id="profile" href={receipt?.profileUrl ?? undefined}>
            {texts.back}
          </a>
        </p>
      </div>
      <form id="words" {...form} hidden={held === null}>
        <h2>{texts.words}</h2>
        {token}
        <label for="name">{yourName}</label>
        <input id="name" name="name" type="text" autocomplete="name" dir="auto" value={words?.name} />
        <label for="message">{message}</label>
        <textarea id="message" name="message" rows={3} dir="auto">
          {/* The first line break after the tag is not part of the text. */}
          {`\n${words?.message ?? ''}`}
        </textarea>
        <div class="checks">
          <label class="check">
            <input id="private" name="privateMessage" type="checkbox" checked={words?.privateMessage} />
            <span id="only-for">{receipt?.onlyFor}</span>
          </label>
          <label class="check">
            <input id="hide" name="hideAmount" type="checkbox" checked={words?.hideAmount} />
            {hideAmount}
          </label>
          <label class="check">
            <input id="anonymous" name="anonymous" type="checkbox" checked={words?.anonymous} />
            {anonymous}
          </label>
        </div>
        <p>
          <button class="button" name="do" value="save">
            {texts.save}
          </button>
        </p>
        <p>
          <button id="erase-button" class="button quiet" name="do" value="erase">
            {texts.erase}
          </button>
        </p>
        <p id="done" role="status" hidden={!held?.done}>
          {held?.done}
        </p>
      </form>
    </main>
  );
  const head = (
    <>
      {noIndex}
      {held === null ? null : ownReferrer}
      <script type="module" src={receiptAsset.path}></script>
    </>
  );
  const footer = receipt && legalLinks({ language, ...reported(receipt) });
  return { language, direction, title: receipt?.heading ?? texts.title, head, body, footer };
}

const rowsOf = ({ rows }: Receipt): Child => facts(rows.map(([label, value]) => [label, <bdi>{value}</bdi>]));

const asking = ({ ask, contact }: Receipt): Child => (contact === null ? ask : <a href={contact}>{ask}</a>);

/** For "Report" at the foot of the page. */
const reported = ({ handle }: Receipt) => (handle === null ? {} : { handle });

/**
 * The way of a card's fan to Stripe's page: the script sends the token of the fragment, for which the browser gets the right to the receipt. The link is for
 * browsers in which that does not work.
 */
export function beginPage(language: ShippedLanguage, payHref: string): Page {
  const { goToPayment: title, atStripe } = pageTexts(language);
  const body = (
    <main class="panel">
      <h1>{title}</h1>
      <p>{atStripe}</p>
      <p>
        <a id="pay" class="button" href={payHref}>
          {title}
        </a>
      </p>
      <form id="begin" method="post" hidden>
        <input type="hidden" name="token" />
      </form>
    </main>
  );
  const head = (
    <>
      {noIndex}
      {ownReferrer}
      {/* No module: browsers do not load one where a sandboxed frame has opened the tab. */}
      <script defer src={receiptAsset.path}></script>
    </>
  );
  return { language, direction: directionOf(language), title, head, body };
}

/** A link to the page of a monthly tip, with its key. */
export interface KeyLink {
  readonly href: string;
  readonly label: string;
}

/** Without the key nothing can be changed. */
const monthlyState = ({ heading, sentence, keyless }: MonthlyPart, key: KeyLink | null): Child => (
  <section>
    <h2>{heading}</h2>
    <p>{sentence}</p>
    {key === null ? null : (
      <p>
        <a class="button" href={key.href}>
          {key.label}
        </a>
      </p>
    )}
    {keyless === null ? null : (
      <>
        <p class="muted">{keyless.text}</p>
        <p>
          <a href={keyless.href}>{keyless.label}</a>
        </p>
      </>
    )}
  </section>
);

/**
 * A tip's state after a return from Stripe's page, for a browser in which it did not begin. `payHref` leads back to that page while it is open. The page reloads while a payment is
 * processing. While it waits for the fan it does not reload: a reload would move the focus away from the link, and following the link checks Stripe
 * again.
 */
export function tipViewPage(receipt: Receipt, payHref: string, key: KeyLink | null = null): Page {
  const { language, heading, sentence, reply, monthly, profileUrl, waiting, payable, fresh } = receipt;
  const again = waiting && !(payable && fresh);
  const body = (
    <main class="panel">
      <h1>{heading}</h1>
      <p role="status">{sentence}</p>
      {reply === null ? null : (
        <section>
          <h2>{reply.heading}</h2>
          <p class="typed" dir="auto">
            {reply.text}
          </p>
        </section>
      )}
      <dl>{rowsOf(receipt)}</dl>
      {monthly === null ? null : monthlyState(monthly, key)}
      {payable ? (
        <p>
          <a class="button" href={payHref}>
            {receiptTexts(language).payOn}
          </a>
        </p>
      ) : null}
      {profileUrl === null ? null : (
        <>
          <p class="muted">{asking(receipt)}</p>
          <p>
            <a href={profileUrl}>{receiptTexts(language).back}</a>
          </p>
        </>
      )}
      {key === null ? <p class="muted">{receiptTexts(language).stateOnly}</p> : null}
    </main>
  );
  const head = (
    <>
      {noIndex}
      {again ? <meta http-equiv="refresh" content="4" /> : null}
    </>
  );
  const footer = legalLinks({ language, ...reported(receipt) });
  return { language, direction: directionOf(language), title: heading, head, body, footer };
}
