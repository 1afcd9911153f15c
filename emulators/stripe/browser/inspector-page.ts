import type { Overview } from '../control/billing-controls';
import { make } from './elements-options';

const place = (id: string): HTMLElement => document.getElementById(id) ?? document.body;

async function call(name: string, body: unknown = {}): Promise<unknown> {
  const answer = await fetch(`/__sandbox/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const value: unknown = await answer.json();
  place('problem').textContent = answer.ok ? '' : `${name}: ${JSON.stringify(value)}`;
  return answer.ok ? value : null;
}

function button(label: string, act: () => Promise<unknown>): HTMLButtonElement {
  const element = make('button', { type: 'button', class: 'button small' }, label);
  element.addEventListener('click', () => void act().then(refresh));
  return element;
}

async function show(id: string): Promise<void> {
  const box = place('object');
  const text = box.querySelector('pre');
  if (text) text.textContent = JSON.stringify(await call('object', { id }), null, 2);
  box.hidden = false;
  box.scrollIntoView({ block: 'nearest' });
}

const link = (id: string): HTMLButtonElement => {
  const element = make('button', { type: 'button', class: 'plain mono' }, id);
  element.addEventListener('click', () => void show(id));
  return element;
};

const time = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 19);

function table(
  heads: readonly string[],
  rows: readonly (readonly (Node | string)[])[],
  none = 'Nothing yet.',
): HTMLElement {
  if (rows.length === 0) return make('p', { class: 'soft' }, none);
  const head = make('tr', {}, ...heads.map((text) => make('th', { scope: 'col' }, text)));
  const body = rows.map((cells) => make('tr', {}, ...cells.map((cell) => make('td', {}, cell))));
  return make(
    'div',
    { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': heads.join(', ') },
    make('table', {}, make('thead', {}, head), make('tbody', {}, ...body)),
  );
}

const payments = ({ payments: rows }: Overview) =>
  table(
    ['Time', 'Payment', 'Amount', 'Status', 'Charges', 'Action'],
    rows.map(({ id, amount, currency, status, created, charges }) => [
      time(created),
      link(id),
      `${amount} ${currency}`,
      status,
      String(charges),
      status === 'succeeded' ? button('Dispute', () => call('disputes/create', { charge: id })) : '',
    ]),
  );

function caseActions(id: string, status: string): Node {
  const end = (label: string, outcome: string) =>
    button(label, () => call('disputes/close', { dispute: id, outcome }));
  if (id.startsWith('du_') && /needs_response|under_review/.test(status))
    return make('div', { class: 'row' }, end('Mark as won', 'won'), end('Mark as lost', 'lost'));
  if (id.startsWith('po_') && status !== 'failed')
    return make(
      'div',
      { class: 'row' },
      ...(status === 'paid' ? [] : [button('Arrive', () => call('payouts/settle', { payout: id }))]),
      button('Fail', () => call('payouts/fail', { payout: id })),
    );
  if (!id.startsWith('re_') || status === 'failed') return document.createTextNode('');
  const act = (label: string, name: string) => button(label, () => call(name, { refund: id }));
  const settle = status === 'pending' ? [act('Settle', 'refunds/settle')] : [];
  return make('div', { class: 'row' }, ...settle, act('Fail', 'refunds/fail'));
}

const cases = ({ cases: rows }: Overview) =>
  table(
    ['Time', 'Object', 'Amount', 'Status', 'Action'],
    rows.map(({ id, amount, currency, status, created }) => {
      const name = link(id);
      if (id.length > 30) name.textContent = `${id.slice(0, 20)}…`;
      return [time(created), name, `${amount} ${currency}`, status, caseActions(id, status)];
    }),
  );

const events = ({ events: rows }: Overview) =>
  table(
    ['Time', 'Event', 'Deliveries', 'Action'],
    rows.map(({ id, type, created, deliveries }) => {
      const name = link(id);
      name.textContent = type;
      const states = deliveries.map(({ state, attempts }) => [state, ...attempts].join(' ')).join('; ');
      const resend =
        deliveries.length > 0 ? button('Resend', () => call('events/resend', { event: id })) : '';
      return [time(created), name, states || 'no endpoint', resend];
    }),
  );

function subscriptions({ subscriptions: rows }: Overview): HTMLElement {
  const answer = (id: string, given: string) => () =>
    call('billing/renewals', { subscription: id, answer: given });
  return table(
    ['Next charge', 'Subscription', 'Amount', 'Status', 'Renewals'],
    rows.map(({ id, amount, currency, interval, status, periodEnd, renewals }) => [
      new Date(periodEnd * 1000).toISOString().slice(0, 10),
      link(id),
      `${amount} ${currency} / ${interval}`,
      status,
      make(
        'div',
        { class: 'row' },
        renewals,
        ...['card', 'decline', 'ask']
          .filter((given) => given !== renewals)
          .map((given) => button(given, answer(id, given))),
      ),
    ]),
  );
}

const mails = ({ mails: rows }: Overview) =>
  table(
    ['Date', 'To', 'Mail'],
    rows.map(({ created, to, subject, text, link: target }) => [
      new Date(created * 1000).toISOString().slice(0, 10),
      to,
      make(
        'div',
        {},
        make('p', {}, target === null ? subject : make('a', { href: target }, subject)),
        make('p', { class: 'soft' }, text),
      ),
    ]),
  );

const accounts = ({ accounts: rows }: Overview) =>
  table(
    ['Account', 'Name', 'Cards', 'Action'],
    rows.map(({ id, displayName, cardPayments, connection }) => {
      const next = cardPayments === 'active' ? 'restricted' : 'active';
      const label = next === 'active' ? 'Activate' : 'Restrict';
      const state = connection === 'connected' ? cardPayments : connection;
      const act = () => call('accounts/capability', { account: id, cardPayments: next });
      const actions = make(
        'div',
        { class: 'row' },
        button(label, act),
        button('Pay out now', () => call('payouts/now', { account: id })),
      );
      return [link(id), displayName ?? '', state, actions];
    }),
  );

function faultControls({ webhookFaults, faults }: Overview): HTMLElement {
  const summary = `Webhook deliveries: ${webhookFaults.hold ? 'held' : 'sent'}, ${webhookFaults.drop * 100}% dropped, ${webhookFaults.duplicate * 100}% duplicated, reordered within ${webhookFaults.shuffle} ms.`;
  const noFaults = { hold: false, drop: 0, duplicate: 0, shuffle: 0 };
  const deliveries = make(
    'div',
    { class: 'row' },
    button(webhookFaults.hold ? 'Resume deliveries' : 'Hold deliveries', () =>
      call('webhookFaults', { hold: !webhookFaults.hold }),
    ),
    button('Release held deliveries', () => call('deliveries/release')),
    button('Drop 30%, duplicate 30%, reorder', () =>
      call('webhookFaults', { drop: 0.3, duplicate: 0.3, shuffle: 2000 }),
    ),
    button('Reset deliveries', () => call('webhookFaults', noFaults)),
  );
  const add = (label: string, fault: object) =>
    button(label, () => call('faults/add', { route: '*', fault, times: 1 }));
  const failures = make(
    'div',
    { class: 'row' },
    add('Next call: fail with 500', { kind: 'fail', status: 500 }),
    add('Next call: fail with 429', { kind: 'fail', status: 429 }),
    add('Next call: drop the answer', { kind: 'cut', when: 'after' }),
    add('Next call: delay by 3 s', { kind: 'latency', milliseconds: 3000 }),
    button('Clear faults', () => call('faults/clear')),
  );
  const hour = 3_600_000;
  const clock = make(
    'div',
    { class: 'row' },
    button('Advance clock by 1 minute', () => call('clock/advance', { milliseconds: 60_000 })),
    button('Advance clock by 1 hour', () => call('clock/advance', { milliseconds: hour })),
    button('Advance clock by 1 month, step by step', () =>
      call('billing/advance', { months: 1, deliver: 'each-step' }),
    ),
    button('Advance clock by 1 day', () => call('clock/advance', { milliseconds: 24 * hour })),
  );
  const known = table(
    ['Fault', 'Route', 'Left'],
    faults.map(({ fault, route, left }) => [
      JSON.stringify(fault),
      route,
      left === null ? 'always' : String(left),
    ]),
    'No faults are set.',
  );
  return make('div', { class: 'stack' }, make('p', {}, summary), deliveries, failures, known, clock);
}

const cards = ({ cards: rows }: Overview) =>
  table(
    ['Number', 'Result'],
    rows.map(({ number, about }) => [make('span', { class: 'mono' }, number), about]),
  );

let last = '';

async function refresh(): Promise<void> {
  const overview = (await call('overview')) as Overview | null;
  if (!overview) return;
  place('clock').textContent = new Date(overview.now).toISOString().replace('T', ' ').slice(0, 19);
  const { now: _, ...rest } = overview;
  const text = JSON.stringify(rest);
  if (text === last) return;
  last = text;
  const parts = {
    payments,
    events,
    cases,
    subscriptions,
    mails,
    accounts,
    faults: faultControls,
    cards,
  };
  for (const [name, build] of Object.entries(parts)) place(name).replaceChildren(build(overview));
}

void refresh();
setInterval(() => {
  if (!document.hidden) void refresh();
}, 1500);
