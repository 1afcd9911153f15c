import { describe, expect, test } from 'vitest';
import { makeLink, makePublished } from '../testing/fakes';
import {
  attributesOf,
  badgeSnippet,
  frameSnippet,
  htmlSnippet,
  noChoices,
  reactSnippet,
  snippetHeight,
  wordpressSnippet,
} from './snippet';

describe('snippet', () => {
  const options = { host: 'https://busker.example', now: Date.UTC(2026, 10, 20) };
  const parse = (code: string) => new DOMParser().parseFromString(code, 'text/html');

  test('contains the real links in order, and a link to tip', () => {
    const links = [...parse(htmlSnippet(makePublished(), options)).querySelectorAll('busker-card a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://instagram.com/ada',
      'https://x.com/ada',
      'https://www.youtube.com/@ada',
      'https://busker.example/@ada',
    ]);
  });

  // Holds tag-005.
  test('reserves the card’s height', () => {
    const card = parse(htmlSnippet(makePublished(), options)).querySelector('busker-card');
    expect(card?.getAttribute('style')).toMatch(
      /^display:block;min-height:(\d+px|calc\(\d+px \+ clamp\(0px, \(480px - 100vw\) \* 99, \d+px\)\))$/,
    );
  });

  test('reserves the goal’s height if the tag asks for it, the owner has one and the card can show it', () => {
    const { tips } = makePublished();
    const withGoal = makePublished({ tips: { ...tips, goal: { label: 'A new harp', amount: 90_000 } } });
    const kept = (profile: typeof withGoal, given: Partial<typeof noChoices>) =>
      snippetHeight(profile, { ...options, choices: { ...noChoices, ...given } });
    const usual = kept(withGoal, {});
    expect(kept(withGoal, { goal: true })).toBeGreaterThan(usual);
    expect(kept(makePublished(), { goal: true })).toBe(usual);
    expect(kept(withGoal, { goal: true, tips: false })).toBe(kept(withGoal, { tips: false }));
    expect(kept(withGoal, { goal: true, src: '/ada.json' })).toBe(usual);
    const framed = (goal: boolean) => frameSnippet(withGoal, { ...options, choices: { ...noChoices, goal } });
    expect(framed(true)).toBe(framed(false));
  });

  test('reserves nothing for a floating button; a frame still shows the card', () => {
    const floating = { ...options, choices: { ...noChoices, layout: 'floating' } };
    const card = parse(htmlSnippet(makePublished(), floating)).querySelector('busker-card');
    expect(card?.getAttribute('style')).toBe('display:block');
    expect(reactSnippet(makePublished(), floating)).not.toContain('minHeight');
    const frame = parse(frameSnippet(makePublished(), floating)).querySelector('iframe');
    expect(Number.parseInt(frame?.style.height ?? '', 10)).toBeGreaterThan(150);
  });

  test('leaves out hidden links and those not yet due', () => {
    const code = htmlSnippet(
      makePublished({ links: { a: makeLink({ on: false }), b: makeLink({ from: options.now + 1 }) } }),
      options,
    );
    expect(code).not.toContain('instagram');
  });

  // Holds dash-087.
  test('escapes labels, names and addresses', () => {
    const evil = '"><script>alert(1)</script>';
    const code = htmlSnippet(
      makePublished({
        name: evil,
        links: { a: makeLink({ label: evil, url: `https://example.com/?q=${evil}` }) },
      }),
      options,
    );
    const scripts = [...parse(code).querySelectorAll('script')];
    expect(scripts.map((script) => script.getAttribute('src'))).toEqual([
      'https://busker.example/embed/v1.js',
    ]);
  });

  const choices = { ...noChoices, layout: 'links', forText: 'The "harp" & more', goal: true, wall: 3 };

  // Holds dash-085.
  test('writes every choice as an attribute, and no default', () => {
    const card = parse(htmlSnippet(makePublished(), { ...options, choices })).querySelector('busker-card');
    expect([...(card?.attributes ?? [])].map(({ name, value }) => [name, value]).slice(0, -1)).toEqual([
      ['profile', 'ada'],
      ['layout', 'links'],
      ['for', 'The "harp" & more'],
      ['goal', ''],
      ['wall', '3'],
    ]);
    expect(attributesOf(noChoices)).toEqual({});
  });

  // Holds dash-085.
  test('includes server and profile file, and no address that could run script', () => {
    const cardOf = (src: string) =>
      parse(
        htmlSnippet(makePublished(), { ...options, choices: { ...noChoices, src, namesServer: true } }),
      ).querySelector('busker-card');
    expect(cardOf(' /ada.json ')?.getAttribute('src')).toBe('/ada.json');
    expect(cardOf('https://ada.example/a.json')?.getAttribute('src')).toBe('https://ada.example/a.json');
    expect(cardOf('javascript:alert(1)')?.hasAttribute('src')).toBe(false);
    expect(cardOf('')?.getAttribute('host')).toBe('https://busker.example');
  });

  // Holds dash-086.
  test('passes only the supported settings to a frame', () => {
    const code = frameSnippet(makePublished(), { ...options, choices: { ...choices, theme: 'match' } });
    const frame = parse(code).querySelector('iframe');
    expect(frame?.getAttribute('src')).toBe('https://busker.example/@ada/embed?layout=links');
    expect(frame?.getAttribute('title')).toBe('Ada Lovelace');
  });

  // Holds dash-087.
  test('escapes all input in every form of the code', () => {
    const evil = '"]><script>{alert(1)}</script>';
    const profile = makePublished({ name: evil });
    const evilOptions = { ...options, choices: { ...noChoices, placement: evil } };
    expect(parse(frameSnippet(profile, evilOptions)).querySelectorAll('script:not([async])')).toHaveLength(0);
    expect(wordpressSnippet(profile, evilOptions)).toBe(
      '[busker profile="ada" placement="script{alert(1)}/script"]',
    );
    expect(reactSnippet(profile, evilOptions)).toContain(`placement={${JSON.stringify(evil)}}`);
    expect(badgeSnippet(profile, options)).toContain('\\]');
  });
});
