import { describe, afterEach, expect, test } from 'vitest';
import { languages, rememberLanguage } from './language';
import { texts } from './en.json?every-startFailure';
import { showStartFailure } from './start-failure';

describe('start failure', () => {
  afterEach(() => rememberLanguage(null));

  test.each(languages)('says in %s that the app could not start, with a button that retries', (language) => {
    rememberLanguage(language);
    const root = document.createElement('div');
    showStartFailure(root);
    const alert = root.querySelector<HTMLElement>('[role="alert"]');
    expect(alert?.lang).toBe(language);
    expect(alert?.querySelector('p')?.textContent).toBe(texts[language].words);
    expect(alert?.querySelector('button')?.textContent).toBe(texts[language].again);
  });
});
