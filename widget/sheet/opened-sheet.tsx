import { useEffect, useLayoutEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import { unreachable } from '@busker/core/base/result';
import { formatMoney } from '@busker/core/money/money';
import type { ReadyProps } from '../card/card-props';
import { useStore } from '../hooks/use-store';
import { closeSheet, type ControlsState } from '../signals/controls';
import type { FormMessages } from '../messages/en-form';
import type { SheetMessages } from '../messages/en-tip';
import { secretName, returnMark, secretFor } from '../pending/came-back';
import { refusalText } from '../messages/notice-text';
import type { TipController } from '../tip/tip-controller';
import type { TipFlow } from '../tip/tip-flow';
import { offerOf, wishedAmount } from '../tip/tip-form';
import { PayScreen } from './pay-screen';
import { focusEnd, useFocusKept } from './use-focus-kept';
import { useOwnId } from './use-own-id';
import { usePayStep, type PayStep } from './use-pay-step';

const names = [returnMark, secretName, 'payment_intent', 'redirect_status'];

/** Removes what a bank's own page has added to the address, so that the secret is not shared, reloaded or read by others. */
function withoutReturn(): void {
  const url = new URL(location.href);
  for (const name of names) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
}

interface Props {
  readonly messages: FormMessages;
  readonly code: string;
  readonly tipUrl: string;
  readonly onAgain: () => void;
}

/** Problems that only the owner can solve. */
const final: ReadonlySet<string> = new Set([
  'tips-off',
  'payments-not-ready',
  'profile-not-found',
  'site-not-allowed',
]);

/** The last way to pay: a link to the tip page. */
function FailedScreen({ messages, code, tipUrl, onAgain }: Props) {
  const canTry = !final.has(code);
  return (
    <div className="sheet-body">
      <p role="alert">{refusalText(code, messages)}</p>
      {canTry && (
        <button type="button" className="tip" onClick={onAgain}>
          {messages.tryAgain}
        </button>
      )}
      {tipUrl && canTry && (
        <a className="other-ways" href={tipUrl} target="_blank" rel="noopener">
          {messages.otherWays}
        </a>
      )}
    </div>
  );
}

interface SheetFrameProps {
  readonly messages: FormMessages;
  readonly title: string;
  readonly subtitle: string | null;
  readonly shadow: ShadowRoot;
  /** A closed sheet stays in the tree, invisible, so that the card form keeps its input. */
  readonly open: boolean;
  /** During confirmation the sheet does not close and does not hold the focus: the bank's own dialog is above it. */
  readonly locked: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog, but not modal to the browser: `showModal()` would cover Stripe's 3-D Secure dialog, which could then not be clicked (measured;
 * stripe-js issue 599). Two guard elements at its ends keep the keyboard focus inside.
 */
export function SheetFrame({
  messages,
  title,
  subtitle,
  shadow,
  open,
  locked,
  onClose,
  children,
}: SheetFrameProps) {
  const id = useOwnId();
  const scrim = useRef<HTMLDivElement>(null);
  const dialog = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useTopLayer(scrim, open && !locked);
  useOwnScroll(scrim);
  const close = () => {
    if (!locked) onClose();
  };
  useFocusKept({ shadow, dialog, heading, open, locked, onClose: close });
  const guard = (to: 'first' | 'last') =>
    // Only the keyboard reaches this element. It passes the focus on at once.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    locked ? null : <div className="guard" tabIndex={0} onFocus={() => focusEnd(dialog.current, to)} />;
  return (
    <div ref={scrim} className="scrim" hidden={!open}>
      <div className="veil" aria-hidden="true" onClick={close} />
      {guard('last')}
      <div
        ref={dialog}
        className="sheet"
        part="sheet"
        role="dialog"
        aria-modal={!locked}
        aria-labelledby={id}
        tabIndex={-1}
      >
        <header className="sheet-head">
          <div>
            <h2 ref={heading} id={id} className="sheet-title" tabIndex={-1}>
              {title}
            </h2>
            {subtitle && <p className="note">{subtitle}</p>}
          </div>
          <button
            type="button"
            className="close"
            aria-label={messages.close}
            disabled={locked}
            onClick={close}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path className="line" d="M6 6l12 12M18 6 6 18" />
            </svg>
          </button>
        </header>
        {children}
      </div>
      {guard('first')}
    </div>
  );
}

/**
 * In the browser's top layer the sheet fills the window even inside a transformed section, a clipped box or a stacking context below the page's
 * header. During confirmation it leaves that layer, because the bank's dialog is an ordinary element of the page.
 */
function useTopLayer(scrim: RefObject<HTMLDivElement | null>, wanted: boolean): void {
  useLayoutEffect(() => {
    const element = scrim.current;
    if (!wanted || typeof element?.showPopover !== 'function') return undefined;
    element.setAttribute('popover', 'manual');
    element.showPopover();
    return () => element.removeAttribute('popover');
  }, [scrim, wanted]);
}

/** Some pages handle every wheel and touch event for their own scrolling. Events inside an open sheet do not reach them. */
function useOwnScroll(scrim: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = scrim.current;
    const keep = (event: Event) => event.stopPropagation();
    element?.addEventListener('wheel', keep, { passive: true });
    element?.addEventListener('touchmove', keep, { passive: true });
    return () => {
      element?.removeEventListener('wheel', keep);
      element?.removeEventListener('touchmove', keep);
    };
  }, [scrim]);
}

interface OpenedSheetProps extends ReadyProps {
  readonly messages: SheetMessages;
  readonly controller: TipController;
  readonly thanksFor: string | null;
}

const sheetOf = ({ sheet }: ControlsState) => sheet;

/** The screen of the current stage, in the sheet's frame. */
export function OpenedSheet(props: OpenedSheetProps) {
  const { controls, controller, profile, shadow, messages, thanksFor, language, host, askChallenge } = props;
  const { open, amount } = useStore(controls, sheetOf);
  const flow = useStore(controller);
  const isPaid = flow.stage.at === 'thanked';
  // Nothing is cancelled by closing the sheet then.
  const isOut = isPaid || flow.stage.at === 'unsure' || flow.stage.at === 'on-its-way';
  const payStep = usePayStep(controller, flow.stage.at);
  // At each rendering, as the card's own: in another document they are sheets of that one.
  useLayoutEffect(() => payStep.step?.adoptOutcome(shadow));
  // Every opening begins with a single tip. Before the effect below, because an edit clears the notice that it gives.
  useEffect(() => {
    if (open && controller.state().form.every !== 'once') controller.edit({ every: 'once' });
  }, [controller, open]);
  useEffect(() => {
    if (!open) return;
    // First, because `open` must not report the tip of a returning fan as left open. Another owner's payment belongs to that owner's card.
    const secret = secretFor(profile.handle);
    if (secret) {
      withoutReturn();
      void comeBack(controller, payStep, secret);
    }
    if (amount) controller.edit({ amount: wishedAmount(amount, controller.rules()) });
    controller.open();
  }, [controller, payStep, open, amount, profile.handle]);
  const close = useMemo(
    () => () => {
      if (!isOut) controls.emit('busker-tip-cancel', { handle: profile.handle });
      closeSheet(controls);
      if (isPaid) controller.again();
    },
    [isPaid, isOut, controls, profile.handle, controller],
  );
  // Opening and closing do not render the screen again.
  const screen = useMemo(
    () => (
      <Screen
        {...{ controls, controller, flow, payStep, profile, messages, language, host, askChallenge, close }}
      />
    ),
    [controls, controller, flow, payStep, profile, messages, language, host, askChallenge, close],
  );
  return (
    <SheetFrame
      messages={messages}
      title={messages.title(profile.name)}
      subtitle={thanksFor && !isPaid ? messages.thanksFor(thanksFor) : null}
      shadow={shadow}
      open={open}
      locked={flow.stage.at === 'confirming'}
      onClose={close}
    >
      {screen}
    </SheetFrame>
  );
}

async function comeBack(controller: TipController, { load }: PayStep, clientSecret: string): Promise<void> {
  const pending = controller.cameBack();
  const back = await load()
    .then((step) => step?.loadComeBack())
    .catch(() => undefined);
  if (back) return back(controller, clientSecret, pending);
  controller.send({ type: 'not-paid', notice: { kind: 'left-open' }, intent: 'closed' });
}

type ScreenProps = Pick<
  OpenedSheetProps,
  'controls' | 'controller' | 'profile' | 'messages' | 'language' | 'host'
> & {
  readonly askChallenge: OpenedSheetProps['askChallenge'] | undefined;
  readonly flow: TipFlow;
  readonly payStep: PayStep;
  readonly close: () => void;
};

function Screen(props: ScreenProps) {
  const { controls, controller, flow, payStep, profile, messages, language, host, askChallenge, close } =
    props;
  const { stage } = flow;
  const { step } = payStep;
  const { name, tipUrl } = profile;
  const money = (minorUnits: number) =>
    formatMoney({ minorUnits, currency: controller.rules().currency }, language.locale);
  switch (stage.at) {
    case 'choosing':
    case 'starting':
    case 'paying':
    case 'confirming':
      return (
        <PayScreen
          messages={messages}
          controls={controls}
          controller={controller}
          flow={flow}
          payStep={payStep}
          name={name}
          money={money}
          tipUrl={tipUrl}
          locale={language.locale}
          host={host}
          askChallenge={askChallenge}
        />
      );
    case 'elsewhere':
      return (
        step && (
          <step.ElsewhereScreen
            messages={step.withOutcome(messages)}
            url={stage.url}
            tab={stage.tab}
            onOpen={() => controller.send({ type: 'tab-changed', tab: 'open' })}
            onBack={() => step.leaveElsewhere(controller)}
          />
        )
      );
    case 'unsure':
      return (
        step && (
          <step.UnsureScreen
            messages={step.withOutcome(messages)}
            locale={language.locale}
            tip={stage.tip}
            host={host}
            onDone={close}
          />
        )
      );
    case 'on-its-way':
      return (
        step && (
          <step.OnItsWayScreen
            messages={step.withOutcome(messages)}
            locale={language.locale}
            stage={stage}
            name={name}
            money={money}
            onDone={close}
          />
        )
      );
    case 'thanked':
      return (
        step && (
          <step.ThanksScreen
            messages={step.withOutcome(messages)}
            locale={language.locale}
            stage={stage}
            name={name}
            money={money}
            words={offerOf(flow.session, stage.tip?.every ?? 'once')?.words}
            howToStop={flow.session?.monthly?.labels.howToStop}
            thanks={flow.session?.thanks ?? ''}
            onUndo={() => void step.undo(controller)}
            onDone={close}
          />
        )
      );
    case 'failed':
      return (
        <FailedScreen messages={messages} code={stage.code} tipUrl={tipUrl} onAgain={controller.again} />
      );
    default:
      return unreachable(stage);
  }
}
