import { Anchor, Button, Text, VisuallyHidden } from '@mantine/core';
import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import { type ReactNode } from 'react';
import { Link } from 'react-router';
import { usePublished } from '../../session/owner-documents';
import { useBackend } from '../../session/session';
import { useText } from '../../messages/text';
import { setUpSteps, useSetUp, type SetUpStep } from '../../first-steps/use-set-up';
import { Panel } from '../../panel/panel';
import styles from './profile.module.css';

const places: Readonly<Record<Exclude<SetUpStep, 'tip'>, string>> = {
  account: '/settings/account#sign-in-methods',
  about: '/page/profile#about',
  link: '/page/profile#links',
  publish: '/page/profile#about',
  payments: '/settings/payments',
  share: '/share/embed#code',
};

/** The steps to the first tip, until all are done or the owner hides them. */
export function SetUpPanel() {
  const text = useText();
  const setUp = useSetUp();
  if (setUp === null || setUp.hidden) return null;
  const { done, hide, livemode } = setUp;
  const next = setUpSteps.find((step) => !done.has(step));
  return (
    <div className={styles.panel}>
      <Panel
        id="set-up"
        heading={text('setUp.heading')}
        note={text('setUp.count', { done: done.size, all: setUpSteps.length })}
        aside={
          <Button size="compact-sm" variant="default" onClick={() => hide(true)}>
            {text('setUp.hide')}
          </Button>
        }
      >
        <ol className={styles.steps}>
          {setUpSteps.map((step) => (
            <li key={step} data-done={done.has(step) || undefined}>
              {done.has(step) ? (
                <IconCircleCheck size={20} stroke={1.8} aria-hidden />
              ) : (
                <IconCircle size={20} stroke={1.6} aria-hidden />
              )}
              <span>
                {done.has(step) ? (
                  <>
                    {text(`setUp.${step}`)}
                    <VisuallyHidden>, {text('setUp.done')}</VisuallyHidden>
                  </>
                ) : (
                  <Way step={step}>{text(`setUp.${step}`)}</Way>
                )}
                {step === next && (
                  <Text size="sm" c="dimmed">
                    {text(
                      step === 'tip' ? (livemode ? 'setUp.tipLive' : 'setUp.tipTest') : `setUp.${step}Text`,
                    )}
                  </Text>
                )}
              </span>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  );
}

/** A link to where the step is done. The tip is sent on the public page, which exists after publishing. */
function Way({ step, children }: { readonly step: SetUpStep; readonly children: ReactNode }) {
  const { host } = useBackend();
  const live = usePublished();
  if (step !== 'tip')
    return (
      <Anchor component={Link} to={places[step]}>
        {children}
      </Anchor>
    );
  const handle = live.kind === 'ready' ? live.value?.handle : undefined;
  if (handle === undefined) return children;
  return (
    <Anchor href={`${host}/@${handle}`} target="_blank" rel="noreferrer">
      {children}
    </Anchor>
  );
}
