import { Anchor, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { unreachable } from '@busker/core/base/result';
import { IconCircle, IconCircleCheck, IconCircleMinus } from '../../icons/screen-icons';
import { maySkip, useSetUp, type SetUpStep } from '../../first-steps/use-set-up';
import { useText } from '../../messages/text';
import { Panel } from '../../panel/panel';
import { ShareButtons } from '../../publish/publish';
import { PublishStep } from '../../publish/publish-bar';
import { loaded, usePublished } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { SmallButton } from '../../theme/theme';
import { Quiet } from '../../theme/owner-parts';
import { ScreenLink } from '../../page/page';
import styles from './profile.module.css';

/** The steps to the first tip, until all are done or skipped, or the owner hides them. */
export function SetUpPanel() {
  const text = useText();
  const setUp = useSetUp();
  if (setUp === null || setUp.hidden) return null;
  const { steps, done, skipped, skip, hide, livemode } = setUp;
  const takesTips = done.has('publish') && done.has('payments');
  return (
    <Panel
      id="set-up"
      heading={text(takesTips ? 'setUp.takesTips' : 'setUp.heading')}
      note={text('setUp.count', { done: done.size, all: steps.length })}
      aside={<SmallButton onClick={() => hide(true)}>{text('setUp.hide')}</SmallButton>}
    >
      <ol className={styles.steps}>
        {steps.map((step) => {
          const isDone = done.has(step);
          const isOver = isDone || skipped.has(step);
          const Icon = isDone ? IconCircleCheck : isOver ? IconCircleMinus : IconCircle;
          return (
            <li key={step} data-done={isOver || undefined}>
              <Icon size={20} stroke={isDone ? 1.8 : 1.6} aria-hidden />
              <div>
                {isOver ? (
                  <>
                    {text(`setUp.${step}`)}
                    <VisuallyHidden>, {text(isDone ? 'setUp.done' : 'setUp.skipped')}</VisuallyHidden>
                  </>
                ) : (
                  <Way step={step} isNamed={done.has('about')} livemode={livemode} />
                )}
                {!isOver && maySkip(step) && (
                  <div className={styles.stepActs}>
                    <Anchor
                      component="button"
                      type="button"
                      size="sm"
                      c="dimmed"
                      aria-label={`${text('setUp.skip')}: ${text(`setUp.${step}`)}`}
                      onClick={() => skip(step)}
                    >
                      {text('setUp.skip')}
                    </Anchor>
                  </div>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

const places = {
  account: '/settings/account#sign-in-methods',
  about: '/page/profile#about',
  link: '/page/profile#links',
  payments: '/settings/payments',
} as const;

interface WayProps {
  readonly step: SetUpStep;
  /** The page has its name and address, without which it cannot be published. */
  readonly isNamed: boolean;
  readonly livemode: boolean;
}

/** A step that is left, as the thing that does it, with an explanation. */
function Way({ step, isNamed, livemode }: WayProps) {
  const text = useText();
  const { host } = useBackend();
  const handle = loaded(usePublished())?.handle;
  const url = handle === undefined ? null : `${host}/@${handle}`;
  const about =
    step === 'tip' ? text(livemode ? 'setUp.tipLive' : 'setUp.tipTest') : text(`setUp.${step}Text`);
  const words = () => {
    switch (step) {
      case 'publish':
        return <PublishStep label={text('setUp.publish')} isNext={isNamed} />;
      case 'tip':
        return (
          <Anchor href={`${url}/tip`} target="_blank" rel="noreferrer">
            {text('setUp.tip')}
          </Anchor>
        );
      case 'share':
        return text('setUp.share');
      case 'account':
      case 'about':
      case 'link':
      case 'payments':
        return (
          <Anchor component={Link} to={places[step]}>
            {text(`setUp.${step}`)}
          </Anchor>
        );
      default:
        return unreachable(step);
    }
  };
  return (
    <>
      {words()}
      <Quiet>{about}</Quiet>
      {step === 'share' && url !== null && (
        <div className={styles.stepActs}>
          <ShareButtons url={url} />
          <ScreenLink to="/share/embed#code">{text('publish.copyTag')}</ScreenLink>
        </div>
      )}
    </>
  );
}
