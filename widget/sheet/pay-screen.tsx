import type { AskChallenge } from '../challenge/ask-challenge';
import type { Controls } from '../element/controls';
import type { SheetMessages } from '../messages/en-tip';
import type { TipController } from '../tip/tip-controller';
import type { TipFlow } from '../tip/tip-flow';
import { whyHosted } from '../tip/why-hosted';
import { isFilledWell, offerOf } from '../tip/tip-form';
import { AmountPicker } from './amount-picker';
import { CoverCosts } from './cover-costs';
import { FanWords } from './fan-words';
import { HowOften } from './how-often';
import { PayBar, type PayBarEvent } from './pay-bar';
import { openPayTab } from './pay-tab';
import { PrivacyPanel } from './privacy-panel';
import { showFault } from './show-fault';
import { unrecorded } from './unrecorded';
import type { PayStep } from './use-pay-step';

interface Props {
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
 * The form. The card form opens with the first amount; nothing of Stripe is fetched before. It is directly below the amounts, so that it is visible
 * without scrolling and the amounts do not move.
 */
export function PayScreen(props: Props) {
  const { messages, controls, controller, flow, payStep, name, money, tipUrl } = props;
  const { form, stage, session, challenge } = flow;
  const monthly = session?.monthly;
  const periods = controller.periods();
  const offer = offerOf(session, form.every);
  const isHosted = whyHosted(flow) !== null;
  const { step } = payStep;
  const read = controller.amount();
  const payElsewhere = (from: Element) => {
    if (isFilledWell(form)) void goElsewhere(controller, payStep);
    else showFault(from.closest('form'));
  };
  const payHere = async (sheet: Element | null) => {
    // No waiting here, because a wallet opens only during the tap. The pay step has mounted the card form, so it is loaded.
    await step?.payHere(controller);
    // The card form shows what is missing in it, but cannot scroll the sheet.
    const { stage: now, notice } = controller.state();
    if (now.at === 'paying' && notice?.kind !== 'challenge')
      sheet?.querySelector('.card-form')?.scrollIntoView({ block: 'nearest' });
  };
  // On click, which Enter in a field fires too: a sandboxed frame without `allow-forms` has no submit event.
  const pay = (event: PayBarEvent) => {
    event.preventDefault();
    if (isHosted) payElsewhere(event.currentTarget);
    else if (isFilledWell(form)) void payHere(event.currentTarget.closest('form'));
    else showFault(event.currentTarget.closest('form'));
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
          {!isHosted && stage.at !== 'choosing' && (
            <div className="ways">
              {step ? (
                <step.CardPlace {...{ controls, controller, flow }} messages={step.withOutcome(messages)} />
              ) : (
                <p className="waiting">{messages.cardFormLoading}</p>
              )}
            </div>
          )}
          <FanWords
            messages={messages}
            form={form}
            messageHint={offer ? monthly?.labels.messageOnce : null}
            onEdit={controller.edit}
          />
          {read.at === 'good' && read.possibleCover > 0 && (
            <CoverCosts
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
            name={name}
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
        onPay={pay}
        onElsewhere={payElsewhere}
      />
      {step && stage.at === 'confirming' && (
        <step.WayOut {...{ controls, controller, stage }} messages={step.withOutcome(messages)} />
      )}
    </form>
  );
}
