/** @jsxImportSource hono/jsx */
/* oxlint-disable jsx-a11y/anchor-has-content, jsx-a11y/anchor-is-valid, jsx-a11y/control-has-associated-label, jsx-a11y/heading-has-content -- the page's script fills what is empty and hidden here */
import type { Child } from 'hono/jsx';
import { directionOf, type ShippedLanguage } from '../../core/locale/language-tags';
import { tipTextLimits } from '../../core/tip/tip';
import { manageSection, manageRefusals, type MonthlyPart } from '../monthly-pages/manage-section';
import { scriptAsset } from '../pages/page-assets';
import { facts, legalLinks, noIndex, receiptRefusals, type Page } from '../pages/page';
import { receiptTexts, pageTexts } from '../messages/page-texts';
import type { ScriptTexts } from './browser/receipt-script';
import type { Receipt } from './receipt';

export const receiptAsset = scriptAsset('receipt');

/** The receipt page as sent: it has no data of the tip, since the token is in the fragment, which no server sees. The script fetches the data. */
export function receiptPage(language: ShippedLanguage): Page {
  const texts = receiptTexts(language);
  const { yourName, message } = pageTexts(language);
  const direction = directionOf(language);
  const said = {
    // The script counts down.
    undoLeft: texts.undoLeft({ time: '{time}' }),
    goingBack: texts.goingBack,
    saved: texts.saved,
    erased: texts.erased,
    tooLong: {
      name: `${yourName}: ${texts.fields.keepTo({ limit: tipTextLimits.name })}`,
      message: `${message}: ${texts.fields.keepTo({ limit: tipTextLimits.message })}`,
    },
    watch: {
      asking: texts.watch.asking,
      off: texts.watch.off,
      blocked: texts.watch.blocked,
      copied: texts.watch.copied,
    },
    refusals: receiptRefusals(language),
    manage: manageRefusals(language),
  } satisfies ScriptTexts;
  const body = (
    <main id="receipt" data-texts={JSON.stringify(said)}>
      <div class="panel">
        <h1 id="heading">{texts.title}</h1>
        <p id="sentence" role="status">
          {texts.open}
        </p>
        <noscript>
          <p>{texts.noScript}</p>
        </noscript>
        <p id="problem" class="error" role="alert" hidden></p>
        <section id="reply" hidden>
          <h2 id="reply-heading"></h2>
          <p id="reply-text" class="typed" dir="auto"></p>
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
        <dl id="rows"></dl>
        {manageSection(language)}
        <div id="undo" hidden>
          <button id="undo-button" class="button quiet" type="button" aria-describedby="undo-left">
            {texts.undo}
          </button>
          <p id="undo-left" class="muted"></p>
        </div>
        <p id="ask" class="muted" hidden></p>
        <p id="way-back" hidden>
          <a id="profile">{texts.back}</a>
        </p>
      </div>
      <form id="words" hidden>
        <h2>{texts.words}</h2>
        <label for="name">{yourName}</label>
        <input id="name" type="text" autocomplete="name" dir="auto" />
        <label for="message">{message}</label>
        <textarea id="message" rows={3} dir="auto"></textarea>
        <p>
          <button class="button" type="submit">
            {texts.save}
          </button>
        </p>
        <p>
          <button id="erase-button" class="button quiet" type="button">
            {texts.erase}
          </button>
        </p>
        <p id="done" role="status" hidden></p>
      </form>
    </main>
  );
  const head = (
    <>
      {noIndex}
      <script type="module" src={receiptAsset.path}></script>
    </>
  );
  return { language, direction, title: texts.title, head, body };
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
 * A tip's state after a return from Stripe's page. `payHref` leads back to that page while it is open. The page reloads while a payment is
 * processing. While it waits for the fan it does not reload: a reload would move the focus away from the link, and following the link checks Stripe
 * again.
 */
export function tipViewPage(receipt: Receipt, payHref: string, key: KeyLink | null = null): Page {
  const { language, heading, sentence, reply, rows, monthly, profileUrl, ask, waiting, payable, fresh } =
    receipt;
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
      <dl>{facts(rows.map(([label, value]) => [label, <bdi>{value}</bdi>]))}</dl>
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
          <p class="muted">{ask}</p>
          <p>
            <a href={profileUrl}>{receiptTexts(language).back}</a>
          </p>
        </>
      )}
    </main>
  );
  const head = (
    <>
      {noIndex}
      {again ? <meta http-equiv="refresh" content="4" /> : null}
    </>
  );
  const handle = /@([^/]+)$/.exec(profileUrl ?? '')?.[1];
  const footer = legalLinks({ language, ...(handle !== undefined && { handle }) });
  return { language, direction: directionOf(language), title: heading, head, body, footer };
}
