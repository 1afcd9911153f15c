import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { createControls } from '../element/controls';
import { enTip } from '../messages/en-tip';
import { fakeController } from '../tip/fake-controller';
import { PayScreen } from './pay-screen';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

afterEach(() => document.body.replaceChildren());

/** What each recorder looks for by default, on a field or around it. */
const marks = {
  clarity: '[data-clarity-mask=true]',
  contentsquare: '[data-cs-mask]',
  datadog: '[data-dd-privacy=mask]',
  fullstory: '.fs-mask',
  hotjar: '[data-hj-suppress]',
  logrocket: '[data-private]',
  matomo: '[data-matomo-mask]',
  mouseflow: '.no-mouseflow',
  posthog: '.ph-no-capture',
  rrweb: '.rr-block',
  sentry: '.sentry-block',
  smartlook: '[data-sl=mask]',
  yandex: '.ym-disable-keys.ym-hide-content',
} as const;

// Holds tag-106.
it('tells session recorders not to store what fans type', async () => {
  const host = document.body.appendChild(document.createElement('div'));
  const { controller } = fakeController();
  const root = createRoot(host);
  await act(async () =>
    root.render(
      <PayScreen
        messages={enTip}
        controls={createControls(host)}
        controller={controller}
        flow={controller.state()}
        payStep={{ step: null, load: () => Promise.resolve(null) }}
        name="Ada"
        money={String}
        tipUrl="https://busker.example/@ada"
        locale="en"
        host="https://busker.example"
        askChallenge={undefined}
      />,
    ),
  );
  const fields = [...host.querySelectorAll('input, textarea')];
  expect(fields.length).toBeGreaterThan(4);
  const bare = Object.entries(marks).flatMap(([recorder, mark]) =>
    fields.filter((field) => !field.closest(mark)).map(() => recorder),
  );
  expect(bare).toEqual([]);
  await act(async () => root.unmount());
});
