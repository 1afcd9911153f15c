import type { Controls } from '../controls';
import type { TipMessages } from '../messages/en-tip';
import type { TipController } from '../tip/tip-controller';
import type { TipFlow } from '../tip/tip-flow';
import { charactersLeft } from '../tip/tip-form';
import { AmountPicker } from './amount-picker';
import { CardPlace } from './card-place';
import { CoverCosts } from './cover-costs';
import { FanWords } from './fan-words';
import { PayBar } from './pay-bar';

interface Props {
  readonly messages: TipMessages;
  readonly controls: Controls;
  readonly controller: TipController;
  readonly flow: TipFlow;
  readonly name: string;
  readonly money: (minorUnits: number) => string;
  readonly tipUrl: string;
}

/** One form from the amount to the card. The card part opens with the first amount, and nothing of Stripe's is fetched before. */
export function PayScreen({ messages, controls, controller, flow, name, money, tipUrl }: Props) {
  const { form, stage, way } = flow;
  const read = controller.amount();
  const wordsFit = charactersLeft(form.name, 'name') >= 0 && charactersLeft(form.message, 'message') >= 0;
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    if (wordsFit) void controller.pay();
  };
  return (
    <form className="sheet-form" noValidate onSubmit={submit}>
      <div className="sheet-body">
        <fieldset className="sheet-fields" disabled={stage.at === 'confirming'}>
          <AmountPicker
            messages={messages}
            rules={controller.rules()}
            chosen={form.amount}
            read={read}
            onChoose={(amount) => controller.edit({ amount })}
          />
          <FanWords messages={messages} form={form} onEdit={controller.edit} />
          {read.at === 'good' && read.possibleCover > 0 && (
            <CoverCosts
              messages={messages}
              name={name}
              amount={money(read.possibleCover)}
              checked={form.coverCosts}
              onChange={(coverCosts) => controller.edit({ coverCosts })}
            />
          )}
          {way.by === 'hosted' && stage.at !== 'choosing' && (
            <p className="note">{messages.whyElsewhere[way.why]}</p>
          )}
          {way.by === 'card-form' && stage.at !== 'choosing' && (
            <section aria-label={messages.card}>
              <CardPlace controls={controls} controller={controller} messages={messages} stage={stage.at} />
              <p className="note safety">{messages.cardSafety}</p>
            </section>
          )}
        </fieldset>
      </div>
      <PayBar
        messages={messages}
        flow={flow}
        total={read.at === 'good' ? money(read.figures.total) : null}
        otherWaysUrl={tipUrl}
      />
    </form>
  );
}
