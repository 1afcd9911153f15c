import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it } from 'vitest';
import { ok } from '../../core/base/result';
import { readFirst } from '../attributes/first-settings';
import { createControls } from '../signals/controls';
import { arrivedAnswers } from './arrived-answers';
import { sampleProfile } from '../testing/sample-profile';
import { createCardTree } from './card-tree';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// Compiles the chunk before the first test, so that no test waits for it.
beforeAll(() => import('../late/late-parts').then(() => undefined));

/** A card in a page, and every element that it has rendered. */
async function drawCard(answerIsThere: boolean) {
  const host = document.createElement('div');
  host.setAttribute('profile', 'ada');
  document.body.replaceChildren(host);
  const shadow = host.attachShadow({ mode: 'open' });
  const drawn: string[] = [];
  const watch = new MutationObserver((changes) =>
    changes.forEach(({ addedNodes }) => addedNodes.forEach(({ nodeName }) => drawn.push(nodeName))),
  );
  watch.observe(shadow, { childList: true });
  const answer = ok(sampleProfile());
  const reading = Promise.resolve(answer);
  arrivedAnswers.clear();
  if (answerIsThere) arrivedAnswers.set(',ada,', answer);
  const Tree = createCardTree({
    defaultHost: 'https://busker.example',
    assetsOf: () => '',
    profilesOf: () => ({ read: () => reading }),
    readFile: () => reading,
    count: () => undefined,
  });
  const root = createRoot(shadow);
  await act(async () =>
    root.render(
      <Tree
        settings={readFirst((name) => host.getAttribute(name))}
        controls={createControls(host)}
        shadow={shadow}
      />,
    ),
  );
  await act(async () => {
    await expect.poll(() => shadow.querySelector('a.link')).not.toBeNull();
  });
  const links = shadow.querySelectorAll('a.link').length;
  await act(async () => root.unmount());
  watch.disconnect();
  return { drawn, links };
}

it('shows the page’s own links until the profile has loaded', async () => {
  const { drawn, links } = await drawCard(false);
  expect(drawn[0]).toBe('SLOT');
  expect(links).toBeGreaterThan(0);
});

it('shows a profile that has already arrived in its first render', async () => {
  const { drawn, links } = await drawCard(true);
  expect(drawn).toEqual(['DIV']);
  expect(links).toBeGreaterThan(0);
});
