import { useEffect, useLayoutEffect, useState } from 'react';
import { formatMoney } from '../../core/money';
import type { PublicProfile } from '../../core/public-profile';
import type { Settings } from '../attributes';
import type { TipBackend } from '../backend';
import { closeSheet, type Controls } from '../controls';
import { httpTips } from '../http-tips';
import { enTip } from '../messages/en-tip';
import { openStripeSurface } from '../payment/stripe-surface';
import type { OpenSurface } from '../payment/payment-surface';
import { adoptStyles } from '../styles/adopt-styles';
import styles from '../styles/sheet.css?inline';
import { pause } from '../tip/check-lost-answer';
import { createTipController, type TipController } from '../tip/tip-controller';
import { useStore } from '../use-store';
import { FailedScreen } from './failed-screen';
import { PayScreen } from './pay-screen';
import { SheetFrame } from './sheet-frame';
import { ThanksScreen } from './thanks-screen';
import { tipContext } from './tip-context';

export interface TipSheetProps {
  readonly settings: Settings;
  readonly controls: Controls;
  readonly shadow: ShadowRoot;
  readonly host: string;
  readonly profile: PublicProfile;
  /** In place of the server and of Stripe: previews and tests. */
  readonly tips?: TipBackend;
  readonly openSurface?: OpenSurface;
}

/** The tip sheet over one controller, which lives as long as the card shows this profile: closing the sheet loses nothing. */
export function TipSheet(props: TipSheetProps) {
  const { controls, shadow, profile, settings } = props;
  const locale = 'en';
  const { sheet } = useStore(controls);
  const [controller, setController] = useState<TipController | null>(null);
  useLayoutEffect(() => adoptStyles(shadow, styles), [shadow]);
  useEffect(() => {
    const made = makeController(props, locale);
    setController(made);
    return () => made.close();
    // The controller belongs to the profile that it was opened for (the card gives each profile a sheet of its own).
    // oxlint-disable-next-line react/exhaustive-deps
  }, [profile.handle]);
  if (!controller) return null;
  return (
    <OpenedSheet
      {...props}
      controller={controller}
      open={sheet.open}
      wished={sheet.amount}
      title={settings.forText}
      locale={locale}
    />
  );
}

interface OpenedProps extends TipSheetProps {
  readonly controller: TipController;
  readonly open: boolean;
  readonly wished: string | null;
  readonly title: string | null;
  readonly locale: string;
}

function OpenedSheet({ controller, open, wished, title, locale, ...props }: OpenedProps) {
  const { controls, profile, shadow } = props;
  const flow = useStore(controller);
  const isPaid = flow.stage.at === 'thanked';
  useEffect(() => {
    if (!open) return;
    if (wished) controller.edit({ amount: { by: 'typed', text: wished } });
    void controller.askSession();
  }, [controller, open, wished]);
  const close = () => {
    if (!isPaid) controls.emit('busker-tip-cancel', { handle: profile.handle });
    closeSheet(controls);
    if (isPaid) controller.again();
  };
  const name = profile.name;
  const money = (minorUnits: number) =>
    formatMoney({ minorUnits, currency: controller.rules().currency }, locale);
  return (
    <SheetFrame
      messages={enTip}
      title={enTip.title(name)}
      subtitle={title ? enTip.thanksFor(title) : null}
      shadow={shadow}
      open={open}
      locked={flow.stage.at === 'confirming'}
      onClose={close}
    >
      {flow.stage.at === 'failed' ? (
        <FailedScreen
          messages={enTip}
          code={flow.stage.code}
          tipUrl={profile.tipUrl}
          onAgain={controller.again}
        />
      ) : flow.stage.at === 'thanked' ? (
        <ThanksScreen
          messages={enTip}
          stage={flow.stage}
          name={name}
          amount={money(flow.stage.tip.figures.total)}
          thanks={flow.session?.thanks ?? ''}
          onDone={close}
        />
      ) : (
        <PayScreen
          messages={enTip}
          controls={controls}
          controller={controller}
          flow={flow}
          name={name}
          money={money}
          tipUrl={profile.tipUrl}
        />
      )}
    </SheetFrame>
  );
}

function makeController(
  { profile, settings, controls, host, tips, openSurface }: TipSheetProps,
  locale: string,
) {
  return createTipController({
    profile,
    backend: tips ?? httpTips(host),
    openSurface: openSurface ?? openStripeSurface,
    emit: controls.emit,
    way: settings.pay === 'hosted' ? { by: 'hosted', why: 'chosen' } : { by: 'card-form' },
    locale,
    wishedAmounts: settings.amounts,
    context: tipContext(settings, document),
    returnUrl: () => location.href.replace(/#.*/, ''),
    pause,
    newId: () => crypto.randomUUID(),
  });
}
