/* oxlint-disable no-console -- runs in the fan's browser; it logs nothing */
import type { Receipt } from '../receipt';
import { manageMonthly } from './manage';
import { watchForAnswer, type WatchScriptTexts } from './watch';

/** The script's own texts, in the page's language: `data-texts` of its `main`. */
export interface ScriptTexts {
  /** With `{time}`. */
  readonly undoLeft: string;
  readonly goingBack: string;
  readonly saved: string;
  readonly erased: string;
  /** The field of a name or message that is too long, and its limit. */
  readonly tooLong: Readonly<Record<string, string>>;
  readonly watch: Omit<WatchScriptTexts, 'failed'>;
  /** By problem code; '' for all others. */
  readonly refusals: Readonly<Record<string, string>>;
  /** The same for the calls of a monthly tip; also by path and code. */
  readonly manage: Readonly<Record<string, string>>;
}

/** Sends the token of a tip that a card has begun. While the page still loads, the payment page takes its place in the history. */
function beginHere(page: Window & typeof globalThis, form: HTMLFormElement, token: string): void {
  const { document, location, history } = page;
  history.replaceState(null, '', location.pathname + location.search);
  // A sandboxed page keeps no cookie, and its forms may be blocked.
  if (page.origin === 'null')
    return location.replace(document.querySelector<HTMLAnchorElement>('#pay')?.href ?? '');
  form.querySelector('input')?.setAttribute('value', token);
  form.submit();
}

/**
 * The receipt page's script in the browser. The token arrives in the fragment, is removed from the URL at once, and is stored only in this function. In the
 * browser in which the tip began the page itself has it, and works without this script too.
 */
export function receiptScript(page: Window & typeof globalThis): void {
  const { document, location, history } = page;
  const given = location.hash.slice(1);
  const begin = document.querySelector<HTMLFormElement>('#begin');
  if (begin !== null) return given === '' ? undefined : beginHere(page, begin, given);
  const token = given || (document.querySelector<HTMLInputElement>('input[name="token"]')?.value ?? '');
  if (token === '') return;
  const link = given === '' ? `${location.origin}${location.pathname}#${token}` : location.href;
  if (given !== '') history.replaceState(null, '', location.pathname);
  const tipId = location.pathname.split('/').at(-1) ?? '';
  // Another language is another request, which knows the token no more than this one.
  if (given !== '')
    for (const other of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]'))
      other.addEventListener('click', () => (other.hash = token));

  const find = (id: string): HTMLElement => {
    const found = document.getElementById(id);
    if (found === null) throw new Error(`No ${id}`);
    return found;
  };
  const field = (id: string) => find(id) as HTMLInputElement;
  const say = (id: string, text: string) => {
    find(id).textContent = text;
    find(id).hidden = text === '';
  };

  const texts = JSON.parse(find('receipt').dataset['texts'] ?? '{}') as ScriptTexts;
  const call = async (
    method: string,
    path: string,
    body?: object,
    of = 'tips',
    said = texts.refusals,
  ): Promise<unknown> => {
    const refusal = (code = '', fields: object = {}) => {
      const named = Object.keys(fields).flatMap((name) => texts.tooLong[name] ?? []);
      if (code === 'invalid-fields' && named.length > 0) return new Error(named.join(' '));
      return new Error(said[`${path} ${code}`] ?? said[code] ?? texts.refusals[code] ?? texts.refusals['']);
    };
    say('problem', '');
    const lang = document.documentElement.lang;
    const asked = page.fetch(`/v1/${of}/${tipId}${path}?lang=${lang}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // A network error has no code, and the browser's own message does not help.
    const answer = await asked.catch(() => {
      throw refusal();
    });
    const json = (await answer.json().catch(() => ({}))) as {
      readonly code?: string;
      readonly fields?: object;
    };
    if (!answer.ok) throw refusal(json.code, json.fields);
    return json;
  };

  let countdown: ReturnType<typeof setInterval> | undefined;
  const offerUndo = ({ undoUntil, now }: Receipt) => {
    // By the server's clock, since the fan's own may be wrong by minutes.
    const until = undoUntil === null ? null : undoUntil - now + Date.now();
    if (countdown !== undefined) page.clearInterval(countdown);
    const tick = () => {
      const left = until === null ? 0 : Math.ceil((until - Date.now()) / 1000);
      find('undo').hidden = left <= 0;
      const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
      find('undo-left').textContent = texts.undoLeft.replace('{time}', clock);
      if (left <= 0 && countdown !== undefined) page.clearInterval(countdown);
    };
    countdown = page.setInterval(tick, 1000) as unknown as ReturnType<typeof setInterval>;
    tick();
  };

  const showReply = (receipt: Receipt) => {
    find('reply').hidden = receipt.reply === null;
    say('reply-heading', receipt.reply?.heading ?? '');
    say('reply-text', receipt.reply?.text ?? '');
    showWatch(receipt);
  };
  // Only the answer: the fan may be writing in the form.
  const answered = () => {
    call('GET', '/receipt').then(
      (receipt) => showReply(receipt as Receipt),
      () => undefined,
    );
  };
  const failed = texts.refusals[''] ?? '';
  const showWatch = watchForAnswer({
    page,
    texts: { ...texts.watch, failed },
    find,
    say,
    call,
    answered,
    link,
  });

  const list = (id: string, lines: Receipt['rows']) => {
    const rows = lines.flatMap(([label, value]) => {
      const [term, detail] = [document.createElement('dt'), document.createElement('dd')];
      // The value can be written in another direction than the page.
      const words = document.createElement('bdi');
      term.textContent = label;
      words.textContent = value;
      detail.append(words);
      return [term, detail];
    });
    find(id).replaceChildren(...rows);
  };

  /** What the fan has begun to write stays when the receipt is read again. */
  let isTyping = false;
  const write = (wanted: object) =>
    call('PATCH', '', wanted).then(() => {
      isTyping = false;
    });

  const show = (receipt: Receipt) => {
    say('heading', receipt.heading);
    say('sentence', receipt.sentence);
    say('thanks', receipt.thanks);
    list('rows', receipt.rows);
    // A link has no address of the payment page, and its fan has paid in the page.
    find('pay').hidden = !receipt.payable || !find('pay').querySelector('a[href]');
    showMonthly(receipt.monthly);
    showReply(receipt);
    say('ask', receipt.profileUrl === null ? '' : receipt.ask);
    if (receipt.contact !== null) {
      const mail = document.createElement('a');
      mail.href = receipt.contact;
      mail.textContent = receipt.ask;
      find('ask').replaceChildren(mail);
    }
    find('way-back').hidden = receipt.profileUrl === null;
    find('profile').setAttribute('href', receipt.profileUrl ?? '');
    // "Report" at the foot of the page is then about this profile.
    const report = page.document.querySelector('footer a[href^="/report?"]');
    if (receipt.handle !== null && report !== null) {
      const to = new URL(report.getAttribute('href') ?? '', page.location.href);
      to.searchParams.set('u', receipt.handle);
      report.setAttribute('href', to.pathname + to.search);
    }
    if (!isTyping) {
      field('name').value = receipt.name;
      field('message').value = receipt.message;
      field('private').checked = receipt.privateMessage;
      field('hide').checked = receipt.hideAmount;
      field('anonymous').checked = receipt.anonymous;
    }
    say('only-for', receipt.onlyFor);
    find('words').hidden = false;
    offerUndo(receipt);
    if (receipt.waiting) page.setTimeout(() => void load(), 3000);
  };

  const load = async () => {
    try {
      show((await call('GET', '/receipt')) as Receipt);
    } catch (error) {
      tell(error);
    }
  };

  const tell = (error: unknown) => say('problem', error instanceof Error ? error.message : String(error));

  /** All buttons wait. Resolves with what went wrong; null = nothing. */
  const attempt = async (work: () => Promise<unknown>): Promise<{ readonly error: unknown } | null> => {
    const buttons = [...document.querySelectorAll('button')];
    for (const button of buttons) button.disabled = true;
    const failure = await work().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    for (const button of buttons) button.disabled = false;
    return failure;
  };

  const perform = async (said: string, work: () => Promise<unknown>) => {
    const failure = await attempt(() => work().then(load));
    say('done', failure === null ? said : '');
    if (failure !== null) tell(failure.error);
  };

  const showMonthly = manageMonthly({
    page,
    find,
    say,
    list,
    call: (path, body) => call('POST', path, body, 'monthly', texts.manage),
    perform: async (work) => {
      const failure = await attempt(work);
      await load();
      if (failure !== null) tell(failure.error);
    },
  });

  find('undo').addEventListener('submit', (event) => {
    event.preventDefault();
    void perform(texts.goingBack, () =>
      call('POST', '/undo').catch(async (error: unknown) => {
        // Whether a refund failed, and why, is part of the receipt itself.
        await load();
        throw error;
      }),
    );
  });
  find('words').addEventListener('submit', (event) => {
    event.preventDefault();
    void perform(texts.saved, () =>
      write({
        name: field('name').value,
        message: field('message').value,
        privateMessage: field('private').checked,
        hideAmount: field('hide').checked,
        anonymous: field('anonymous').checked,
      }),
    );
  });
  find('words').addEventListener('input', () => {
    isTyping = true;
  });
  find('erase-button').addEventListener('click', (event) => {
    event.preventDefault();
    void perform(texts.erased, () => write({ name: null, message: null }));
  });
  void load();
}
