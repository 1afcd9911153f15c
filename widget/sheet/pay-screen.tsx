import { useState, type ReactNode } from 'react';
import type { MonthlyTerms } from '@busker/core/fan-api/monthly-api';
import { formatMoney, knownLocale } from '@busker/core/money/money';
import { tipTextLimits } from '@busker/core/tip/tip';
import type { AskChallenge } from '../challenge/ask-challenge';
import type { Controls } from '../signals/controls';
import type { FormMessages } from '../messages/en-form';
import type { SheetMessages } from '../messages/en-tip';
import type { TipController } from '../tip/tip-controller';
import { whyHosted, type TipFlow } from '../tip/tip-flow';
import {
  charactersLeft,
  isFilledWell,
  isSendable,
  offerOf,
  type AmountChoice,
  type AmountRules,
  type Every,
  type ReadAmount,
  type TipForm,
} from '../tip/tip-form';
import { PayBar, type PayBarEvent } from './pay-bar';
import { openPayTab } from './pay-tab';
import { showFault } from './show-fault';
import { useOwnId } from './use-own-id';
import type { PayStep } from './use-pay-step';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string | null | undefined;
  readonly fault?: string | null;
  /** The error is shown only after the fan has left the field: an unfinished address is not an error yet. */
  readonly faultWaits?: boolean;
  readonly before?: string;
  readonly rows?: number;
  readonly part?: string;
  readonly inputMode?: 'decimal' | 'text' | 'email';
  readonly autoComplete?: string;
}

const ignore = () => undefined;

/** A field with a label: one line, or several with `rows`. An error is announced and tied to the field. */
export function TextField({ label, value, onChange, hint, fault, faultWaits, before, rows, ...rest }: Props) {
  const id = useOwnId();
  const [wasLeft, setLeft] = useState(false);
  const shownFault = faultWaits && !wasLeft ? null : fault;
  const note = shownFault ?? hint;
  const field = {
    ...rest,
    id,
    className: 'field-input',
    value,
    'aria-invalid': Boolean(shownFault),
    'aria-describedby': note ? `${id}-note` : undefined,
    // React requires `onChange` for a field with a value. In the shipped build it is the browser's event, which fires on blur.
    onChange: ignore,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(event.currentTarget.value),
    onBlur: () => setLeft(value !== ''),
  };
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <span className="field-box">
        {before && (
          <span className="field-before" aria-hidden="true">
            {before}
          </span>
        )}
        {rows ? <textarea {...field} rows={rows} /> : <input {...field} type="text" />}
      </span>
      {note && (
        <p
          id={`${id}-note`}
          className={shownFault ? 'fault' : 'note'}
          role={shownFault ? 'alert' : undefined}
        >
          {note}
        </p>
      )}
    </div>
  );
}

interface AmountPickerProps {
  readonly messages: FormMessages;
  readonly rules: AmountRules;
  readonly chosen: AmountChoice;
  readonly read: ReadAmount;
  readonly onChoose: (amount: AmountChoice) => void;
}

/** Preset amounts, and a field for any other. Both set one amount; the last change counts. */
export function AmountPicker({ messages, rules, chosen, read, onChoose }: AmountPickerProps) {
  const { currency, locale, limits, presets } = rules;
  const money = (minorUnits: number) => formatMoney({ minorUnits, currency }, locale);
  const range = [money(limits.min), money(limits.max)] as const;
  const isTyped = chosen.by === 'typed';
  let fault = null;
  if (isTyped && read.at === 'fault')
    fault = messages.amountFault[read.fault](...range, money(presets[0] ?? limits.min));
  // A wallet's button was pressed without an amount.
  else if (isTyped && read.at === 'none') fault = messages.chooseAmount;
  return (
    <fieldset className="amounts" part="amount">
      <legend className="field-label">{messages.amount}</legend>
      <Choices
        choices={presets.map((value) => ({ value, label: money(value) }))}
        chosen={chosen.by === 'preset' ? chosen.minorUnits : null}
        onChoose={(minorUnits) => onChoose({ by: 'preset', minorUnits })}
      />
      <TextField
        label={messages.otherAmount}
        value={isTyped ? chosen.text : ''}
        onChange={(text) => onChoose(text.trim() ? { by: 'typed', text } : { by: 'none' })}
        before={currencySign(currency, locale)}
        hint={isTyped ? messages.range(...range) : null}
        fault={fault}
        inputMode="decimal"
        autoComplete="off"
      />
    </fieldset>
  );
}

interface TickProps {
  readonly text: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

const Tick = ({ text, checked, onChange }: TickProps) => (
  <label className="choice">
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
    <span>{text}</span>
  </label>
);

interface FanWordsProps {
  readonly messages: FormMessages;
  /** The owner's. */
  readonly name: string;
  readonly form: TipForm;
  /** The hint of the message while it needs no other. */
  readonly messageHint?: string | null | undefined;
  readonly onEdit: (change: Partial<TipForm>) => void;
}

/** The counter is shown from this many characters left. */
const counterFrom = 60;

/** Name and message, and who sees them. A text that is too long is never cut; the fan shortens it. */
export function FanWords({ messages, name, form, messageHint, onEdit }: FanWordsProps) {
  const nameLeft = charactersLeft(form.name, 'name');
  const messageLeft = charactersLeft(form.message, 'message');
  return (
    <>
      <TextField
        label={messages.yourName}
        value={form.name}
        onChange={(text) => onEdit({ name: text })}
        fault={nameLeft < 0 ? messages.tooLong(tipTextLimits.name) : null}
        autoComplete="name"
      />
      <TextField
        label={messages.message}
        value={form.message}
        onChange={(message) => onEdit({ message })}
        hint={messageLeft <= counterFrom ? messages.charactersLeft(messageLeft) : messageHint}
        fault={messageLeft < 0 ? messages.tooLong(tipTextLimits.message) : null}
        rows={2}
        part="message"
      />
      <div className="ticks">
        <Tick
          text={messages.onlyFor(name)}
          checked={form.privateMessage}
          onChange={(privateMessage) => onEdit({ privateMessage })}
        />
        <Tick
          text={messages.hideAmount}
          checked={form.hideAmount}
          onChange={(hideAmount) => onEdit({ hideAmount })}
        />
        <Tick
          text={messages.anonymous}
          checked={form.anonymous}
          onChange={(anonymous) => onEdit({ anonymous })}
        />
      </div>
      <p className="note">{messages.whoSees(name)}</p>
    </>
  );
}

interface HowOftenProps {
  /** Null until the session is there: the row has its place already, so that no amount moves under a finger. */
  readonly monthly: MonthlyTerms | null;
  readonly periods: readonly Every[];
  readonly chosen: Every;
  readonly onChoose: (every: Every) => void;
}

/** A space that keeps the height of its line. */
const blank = '\u00a0';

/** Once, or in each period that the owner offers. Nothing but the fan's own choice is ever another than once. */
const HowOften = ({ monthly, periods, chosen, onChoose }: HowOftenProps) => (
  <fieldset className="amounts" disabled={!monthly}>
    <legend className="field-label">{monthly?.labels.question ?? blank}</legend>
    <Choices<Every>
      choices={[
        { value: 'once', label: monthly?.labels.once ?? blank },
        ...periods.map((value) => ({
          value,
          label: monthly?.offers.find(({ every }) => every === value)?.label ?? blank,
        })),
      ]}
      chosen={chosen}
      onChoose={onChoose}
    />
  </fieldset>
);

interface PrivacyPanelProps {
  readonly messages: FormMessages;
  /** The page where anybody can report this profile. */
  readonly reportUrl: string;
  readonly form: TipForm;
  readonly onEdit: (change: Partial<TipForm>) => void;
}

/** Receipt, and what Stripe sees, before the fan pays. Stripe's page asks for the address of a monthly tip itself. */
function PrivacyPanel({ messages, reportUrl, form, onEdit }: PrivacyPanelProps) {
  const isFaulty = !isSendable(form.receiptEmail);
  return (
    <details className="privacy">
      <summary>{messages.privacy}</summary>
      {form.every === 'once' && (
        <TextField
          label={messages.receiptEmail}
          value={form.receiptEmail}
          onChange={(receiptEmail) => onEdit({ receiptEmail })}
          fault={isFaulty ? messages.notAnEmail : null}
          faultWaits
          inputMode="email"
          autoComplete="email"
        />
      )}
      <p className="note">{messages.stripeSees}</p>
      <p className="note">
        <a href={reportUrl} target="_blank" rel="noopener">
          {messages.report}
        </a>
      </p>
    </details>
  );
}

/**
 * Tells the session recorders that sites use not to store what is inside: Clarity, Contentsquare, Datadog, FullStory, Hotjar, LogRocket, Matomo, Mouseflow,
 * PostHog, Sentry, Smartlook, Yandex Metrica, and those that are made of rrweb.
 */
const unrecorded = {
  className: 'fs-mask rr-block ph-no-capture sentry-block no-mouseflow ym-hide-content ym-disable-keys',
  'data-clarity-mask': 'true',
  'data-cs-mask': '',
  'data-dd-privacy': 'mask',
  'data-hj-suppress': '',
  'data-matomo-mask': '',
  'data-private': '',
  'data-sl': 'mask',
} as const;

interface PayScreenProps {
  readonly messages: SheetMessages;
  readonly controls: Controls;
  readonly controller: TipController;
  readonly flow: TipFlow;
  readonly payStep: PayStep;
  readonly name: string;
  readonly money: (minorUnits: number) => string;
  readonly tipUrl: string;
  readonly locale: string;
  /** Origin of the server, for the challenge's frame. */
  readonly host: string;
  readonly askChallenge: AskChallenge | undefined;
}

async function goElsewhere(controller: TipController, { load }: PayStep): Promise<void> {
  if (controller.amount().at !== 'good') return;
  // First, because browsers open a tab only during the tap.
  const tab = openPayTab();
  const step = await load();
  if (step) return step.payElsewhere(controller, tab);
  tab.close();
  controller.send({ type: 'session-refused', code: 'unreachable' });
}

/**
 * The form: the amount, then name and message, then how to pay. The card form opens with the first amount; nothing of Stripe is fetched before. It is below
 * what the fan has filled in, so that none of it moves.
 */
export function PayScreen(props: PayScreenProps) {
  const { messages, controls, controller, flow, payStep, name, money, tipUrl } = props;
  const { form, stage, session, challenge } = flow;
  const monthly = session?.monthly;
  const periods = controller.periods();
  const offer = offerOf(session, form.every);
  const isHosted = whyHosted(flow) !== null;
  const { step } = payStep;
  const read = controller.amount();
  const payHere = async (sheet: Element | null) => {
    // No waiting here, because a wallet opens only during the tap. The pay step has mounted the card form, so it is loaded.
    await step?.payHere(controller);
    // The card form shows what is missing in it, but cannot scroll the sheet.
    const { stage: now, notice } = controller.state();
    if (now.at === 'paying' && notice?.kind !== 'challenge')
      sheet?.querySelector('.card-form')?.scrollIntoView({ block: 'nearest' });
  };
  // On click, which Enter in a field fires too: a sandboxed frame without `allow-forms` has no submit event.
  const pay = (event: PayBarEvent, elsewhere: boolean) => {
    event.preventDefault();
    const sheet = event.currentTarget.closest('form');
    if (!isFilledWell(form)) showFault(sheet);
    else if (elsewhere) void goElsewhere(controller, payStep);
    else void payHere(sheet);
  };
  return (
    <form className="sheet-form" noValidate>
      {/* All fields are disabled then, and the keyboard must still scroll the form. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="sheet-body" tabIndex={stage.at === 'confirming' ? 0 : undefined}>
        <fieldset
          {...unrecorded}
          className={`sheet-fields ${unrecorded.className}`}
          disabled={stage.at === 'confirming'}
        >
          {periods.length > 0 && (
            <HowOften
              monthly={monthly ?? null}
              periods={periods}
              chosen={form.every}
              onChoose={(every) => controller.edit({ every })}
            />
          )}
          <AmountPicker
            messages={messages}
            rules={controller.rules()}
            chosen={form.amount}
            read={read}
            onChoose={(amount) => controller.edit({ amount })}
          />
          <FanWords
            messages={messages}
            name={name}
            form={form}
            messageHint={offer ? monthly?.labels.messageOnce : null}
            onEdit={controller.edit}
          />
          {!isHosted && stage.at !== 'choosing' && (
            <div className="ways">
              {step ? (
                <step.CardPlace {...{ controls, controller, flow }} messages={step.withOutcome(messages)} />
              ) : (
                <p className="waiting">{messages.cardFormLoading}</p>
              )}
            </div>
          )}
          {read.at === 'good' && read.possibleCover > 0 && (
            <Tick
              // About how much the owner keeps: it assumes the card's fee, because the payment method is not chosen yet.
              text={messages.coverCosts(money(read.possibleCover), name, money(read.figures.tipAmount))}
              checked={form.coverCosts}
              onChange={(coverCosts) => controller.edit({ coverCosts })}
            />
          )}
          {challenge && step && !isHosted && stage.at !== 'choosing' && (
            <step.ChallengePlace
              key={challenge.round}
              {...props}
              messages={step.withOutcome(messages)}
              onAnswer={(answer) => void step.answerChallenge(controller, answer)}
              onBlocked={() => controller.send({ type: 'must-pay-elsewhere', why: 'challenge' })}
            />
          )}
          <PrivacyPanel
            messages={messages}
            reportUrl={tipUrl.replace(/@([^/]+).*/, 'report?u=$1')}
            form={form}
            onEdit={controller.edit}
          />
          {offer && <p className="note">{offer.words.paidTo}</p>}
        </fieldset>
      </div>
      <PayBar
        messages={step ? step.withOutcome(messages) : messages}
        flow={flow}
        total={read.at === 'good' ? money(read.figures.total) : null}
        tipUrl={tipUrl}
        onPay={(event) => pay(event, isHosted)}
        onElsewhere={(event) => pay(event, true)}
      />
      {step && stage.at === 'confirming' && (
        <step.WayOut {...{ controls, controller, stage }} messages={step.withOutcome(messages)} />
      )}
    </form>
  );
}

/**
 * The sign before a typed amount, the same as in all other amounts of the sheet: "$", "€", or "US$" for a fan in Sydney. The mark at its end keeps
 * the order of "US$" in right-to-left text.
 */
export function currencySign(currency: string, locale: string): string {
  const format = new Intl.NumberFormat(knownLocale(locale), { style: 'currency', currency });
  const sign = format.formatToParts(0).find((part) => part.type === 'currency')?.value;
  return `${sign ?? currency.toUpperCase()}\u200e`;
}

interface ChoicesProps<T> {
  readonly choices: readonly { readonly value: T; readonly label: ReactNode }[];
  readonly chosen: T | null;
  readonly onChoose: (value: T) => void;
}

/** A row of radio buttons that look like buttons. */
function Choices<T extends string | number>({ choices, chosen, onChoose }: ChoicesProps<T>) {
  const group = useOwnId();
  return (
    <div className="presets">
      {choices.map(({ value, label }) => (
        <label key={value} className="preset">
          <input type="radio" name={group} checked={chosen === value} onChange={() => onChoose(value)} />
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
}
