import { useEffect, useMemo } from 'react';
import { formatMoney } from '../../core/money/money';
import { unreachable } from '../../core/base/result';
import type { ReadyProps } from '../card/card-props';
import { closeSheet, type ControlsState } from '../element/controls';
import type { SheetMessages } from '../messages/en-tip';
import { withoutReturn } from './without-return';
import { secretFor } from '../tip/came-back';
import type { TipController } from '../tip/tip-controller';
import type { TipFlow } from '../tip/tip-flow';
import { offerOf } from '../tip/tip-form';
import { wishedAmount } from '../tip/wished-amount';
import { useStore } from '../card/use-store';
import { FailedScreen } from './failed-screen';
import { PayScreen } from './pay-screen';
import { SheetFrame } from './sheet-frame';
import { usePayStep, type PayStep } from './use-pay-step';

interface Props extends ReadyProps {
  readonly messages: SheetMessages;
  readonly controller: TipController;
  readonly thanksFor: string | null;
}

const sheetOf = ({ sheet }: ControlsState) => sheet;

/** The screen of the current stage, in the sheet's frame. */
export function OpenedSheet(props: Props) {
  const { controls, controller, profile, shadow, messages, thanksFor, language, host, askChallenge } = props;
  const { open, amount } = useStore(controls, sheetOf);
  const flow = useStore(controller);
  const isPaid = flow.stage.at === 'thanked';
  // Nothing is cancelled by closing the sheet then.
  const isOut = isPaid || flow.stage.at === 'unsure' || flow.stage.at === 'on-its-way';
  const payStep = usePayStep(controller, flow.stage.at);
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

type ScreenProps = Pick<Props, 'controls' | 'controller' | 'profile' | 'messages' | 'language' | 'host'> & {
  readonly askChallenge: Props['askChallenge'] | undefined;
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
