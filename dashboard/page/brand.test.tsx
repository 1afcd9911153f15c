import { cleanup, screen, within } from '@testing-library/react';
import { describe, afterEach, expect, test } from 'vitest';
import { FakeBackend } from '../in-memory/fake-backend';
import { adasBackend, showApp } from '../testing/fake-screen';

describe('legal links', () => {
  afterEach(cleanup);

  test.each(['/profile', '/tips', '/sign-in'])(
    'imprint, terms, privacy and report are at the foot of %s',
    async (path) => {
      showApp(path, path === '/sign-in' ? new FakeBackend() : adasBackend());
      const foot = await screen.findByRole('link', { name: 'Imprint' });
      const list = foot.closest('ul');
      if (list === null) throw new Error('The links are a list');
      const links = within(list).getAllByRole('link');
      expect(links.map((link) => link.getAttribute('href'))).toEqual([
        '/legal/imprint?lang=en',
        '/legal/terms?lang=en',
        '/legal/privacy?lang=en',
        '/report?lang=en',
      ]);
    },
  );
});
