import type { Page } from '@playwright/test';
import type { PublicProfile } from '@busker/core/profile/profile';
import { cardHeight, textWidth, type CardParts } from '@busker/core/embed/card-height';
import { shippedLanguages } from '@busker/core/locale/language-tags';
import { newArrangement, type Draft } from '@busker/core/profile/draft';
import { formatMoney } from '@busker/core/money/money';
import { wallTexts } from '@busker/core/messages/core-texts';
import { expect, test } from './fixtures';
import { openHostPage } from './host-page';
import { newTenant } from './tenant';

/** What an owner might write in each language: a name, a bio of several lines, and links. */
const written: Readonly<Record<string, Texts>> = {
  en: [
    'Ada Lind',
    'Cello in the underpass at Central, most evenings from six. Thank you for stopping.',
    'Sheet music',
    'All concerts of this winter, with tickets and directions',
  ],
  es: [
    'María Núñez',
    'Guitarra y voz en la plaza Mayor, casi todas las tardes. Gracias por escuchar un rato.',
    'Partituras',
    'Todos los conciertos de este invierno, con entradas y mapa',
  ],
  fr: [
    'Élodie Garçon',
    'Accordéon sous les arcades, presque tous les soirs dès six heures. Merci de vous arrêter.',
    'Partitions',
    'Tous les concerts de cet hiver, avec billets et plan d’accès',
  ],
  de: [
    'Jörg Weiß',
    'Geige in der Fußgängerzone, an den meisten Abenden ab sechs. Danke fürs Zuhören und Weitersagen.',
    'Noten',
    'Alle Konzerte dieses Winters mit Karten und Anfahrt',
  ],
  pt: [
    'João Leão',
    'Viola e voz na estação, quase todas as tardes a partir das seis. Obrigado por parar um pouco.',
    'Partituras',
    'Todos os concertos do inverno, com bilhetes',
  ],
  it: [
    'Chiara Angeli',
    'Fisarmonica sotto i portici, quasi tutte le sere dalle sei. Grazie di esservi fermati un po’.',
    'Spartiti',
    'Tutti i concerti di questo inverno, con biglietti e mappa',
  ],
  nl: [
    'Sjoerd de Wijn',
    'Draaiorgel op de markt, de meeste avonden vanaf zes uur. Dank je wel voor het luisteren.',
    'Bladmuziek',
    'Alle concerten van deze winter, met kaarten en een route',
  ],
  pl: [
    'Anna Święcicka',
    'Skrzypce w przejściu podziemnym, prawie co wieczór od szóstej. Dziękuję, że słuchacie.',
    'Nuty',
    'Wszystkie koncerty tej zimy, z biletami i dojazdem na miejsce',
  ],
  ja: [
    '山田 花子',
    '駅前の地下道で、ほとんど毎晩六時からチェロを弾いています。立ち止まってくださってありがとうございます。',
    '楽譜',
    'この冬のすべての演奏会、チケットと会場までの道順',
  ],
  ko: [
    '김민준',
    '거의 매일 저녁 여섯 시부터 역 지하도에서 첼로를 연주합니다. 들어 주셔서 고맙습니다.',
    '악보',
    '이번 겨울의 모든 연주회, 입장권과 오시는 길 안내',
  ],
  'zh-Hans': [
    '王小明',
    '几乎每天傍晚六点起在中央车站的地下通道拉大提琴。谢谢您停下来听一会儿。',
    '乐谱',
    '今年冬天的全部音乐会，附门票和前往会场的路线',
  ],
  ar: [
    'ليلى حداد',
    'أعزف على العود في ممر المحطة في معظم الأمسيات منذ السادسة. شكرا لأنكم توقفتم للاستماع.',
    'النوتات',
    'كل حفلات هذا الشتاء مع التذاكر والطريق إلى المكان',
  ],
};

const layouts = ['card', 'links', 'button'] as const;
const fonts = ['system', 'serif', 'mono', 'rounded'] as const;
/** As the card's style names them. */
const families = {
  system: 'system-ui',
  serif: 'ui-serif, Georgia, "Times New Roman", serif',
  mono: 'ui-monospace, Consolas, monospace',
  rounded: 'ui-rounded, "Arial Rounded MT Bold", system-ui',
} as const;
const radii = [0, 16, 32];
const counts = [0, 1, 2, 3, 5, 8, 13, 50];
const goal = { amount: 90_000, reached: 12_345, currency: 'usd' };

interface Case {
  readonly handle: string;
  readonly language: string;
  readonly parts: CardParts;
  readonly tag: string;
  readonly column: number;
  readonly profile: PublicProfile;
}

type Texts = readonly [name: string, bio: string, ...labels: string[]];

/** Lines that no font breaks. */
const unbroken = ([name, bio, ...labels]: Texts): Texts => [
  name.slice(0, 6),
  bio.slice(0, 12).trim().replaceAll(' ', '\n'),
  ...labels.map((label) => label.slice(0, 6)),
];

/**
 * What is written in each language and font, by `language font`. Machines have fonts of few scripts: where this browser has none of the usual widths,
 * the texts are such that no line breaks, and all the rest is still compared.
 */
async function textsOf(page: Page): Promise<ReadonlyMap<string, Texts>> {
  const asked = shippedLanguages.flatMap((language) =>
    fonts.map((font) => {
      return { language, font, family: families[font], text: written[language]?.[1] ?? '' };
    }),
  );
  const measured = await page.evaluate((all) => {
    const line = document.body.appendChild(document.createElement('span'));
    return all.map(({ language, family, text }) => {
      line.lang = language;
      line.style.font = `100px ${family}`;
      line.style.whiteSpace = 'nowrap';
      line.textContent = text;
      return line.getBoundingClientRect().width / 100;
    });
  }, asked);
  return new Map(
    asked.map(({ language, font, text }, index) => {
      const texts = written[language] ?? ['', ''];
      const isUsual = Math.abs((measured[index] ?? 0) / textWidth(text, font) - 1) < 0.07;
      return [`${language} ${font}`, isUsual ? texts : unbroken(texts)];
    }),
  );
}

/** Every look with every language, and each number of links and set of parts with every look. */
function cases(texts: ReadonlyMap<string, Texts>, columns: readonly number[]): readonly Case[] {
  const all: Case[] = [];
  for (const layout of layouts)
    for (const font of fonts)
      for (const [at, language] of shippedLanguages.entries())
        for (const column of columns) {
          const step = all.length;
          const [name = '', bio = '', ...labels] = texts.get(`${language} ${font}`) ?? [];
          const count = counts[(step + at) % counts.length] ?? 0;
          const links = Array.from({ length: count }, (_, index) => ({
            id: `l${index}`,
            label: labels[index % labels.length] ?? '',
            url: `https://links.example/${index}`,
            group: step % 3 === 0 ? (['A', 'A', 'B'][index % 3] ?? null) : null,
            verified: step % 4 === 0,
            icon: null,
            picture: null,
          }));
          const tips = step % 5 !== 0 || layout === 'button';
          const hasGoal = step % 2 === 0 && layout !== 'button';
          const words = step % 4 === 1 ? [{ label: labels[0] ?? '', text: bio }] : [];
          const sums = (amount: number) => formatMoney({ minorUnits: amount, currency: 'usd' }, language);
          const parts: CardParts = {
            layout,
            font,
            name,
            bio: step % 7 === 0 ? '' : bio,
            links,
            texts: words,
            tips,
            goal: hasGoal
              ? {
                  label: labels[step % labels.length] ?? '',
                  sums: wallTexts(language).reached({
                    reached: sums(goal.reached),
                    amount: sums(goal.amount),
                  }),
                }
              : null,
          };
          const handle = `card${String(step).padStart(4, '0')}`;
          const profile: PublicProfile = {
            v: 1,
            handle,
            name,
            bio: parts.bio,
            picture: null,
            links,
            blocks: words.map((block) => ({
              kind: 'text',
              id: 't',
              before: links.at(-1)?.id ?? null,
              ...block,
            })),
            look: {
              layout,
              theme: 'auto',
              accent: '#0b6e4f',
              radius: radii[step % radii.length] ?? 16,
              font,
            },
            language: 'en',
            tips: {
              state: tips ? 'on' : 'off',
              currency: 'usd',
              presets: [300, 500],
              min: 100,
              max: 50_000,
              button: 'bottom',
              goal: false,
              wall: 0,
            },
            url: `https://links.example/@${handle}`,
            tipUrl: `https://links.example/@${handle}/tip`,
            publishedAt: 1,
          };
          const tag = `<div style="width: ${column}px; overflow: hidden"><busker-card profile="${handle}" locale="${language}"${hasGoal ? ' goal' : ''}></busker-card></div>`;
          all.push({ handle, language, parts, tag, column, profile });
        }
  return all;
}

async function serve(page: Page, shown: readonly Case[]): Promise<void> {
  const headers = { 'access-control-allow-origin': '*' };
  const of = (handle: string) => shown.find((one) => one.handle === handle);
  await page.route('**/v1/profiles**', (route) => {
    const asked = new URL(route.request().url()).searchParams.get('handles')?.split(',') ?? [];
    return route.fulfill({
      json: { profiles: Object.fromEntries(asked.map((handle) => [handle, of(handle)?.profile])) },
      headers,
    });
  });
  await page.route('**/v1/profiles/*/wall', (route) => {
    const [, handle = ''] = /profiles\/(\w+)\/wall/.exec(route.request().url()) ?? [];
    const label = of(handle)?.parts.goal?.label ?? '';
    return route.fulfill({ json: { v: 1, goal: { ...goal, label }, supporters: [] }, headers });
  });
  await page.route('**/v1/events', (route) => route.fulfill({ status: 204, headers }));
}

// Holds tag-143, dash-1376.
test('the reserved height is that of the card within 4 px, in every look and language, with any number of links and parts', async ({
  page,
  busker,
}) => {
  await page.goto('about:blank');
  const texts = await textsOf(page);
  // A browser has a font of the Latin alphabet, so that lines break somewhere.
  expect(texts.get('en system')).toBe(written['en']);
  const shown = cases(texts, [416, 328]);
  await serve(page, shown);
  await openHostPage(page, busker, { body: `<main>${shown.map(({ tag }) => tag).join('')}</main>` });
  // Keyboard users need every card, however far below.
  await page.waitForFunction(() =>
    document.querySelector('busker-card')?.shadowRoot?.querySelector('.busker'),
  );
  await page.waitForFunction(() => document.querySelector('busker-card')?.shadowRoot?.adoptedStyleSheets[1]);
  await page.keyboard.press('Tab');
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll('busker-card')].every(
        (card) =>
          card.shadowRoot?.querySelector('.busker') &&
          (!card.hasAttribute('goal') || card.shadowRoot.querySelector('.goal')),
      ),
    undefined,
    { timeout: 60_000 },
  );
  const heights = await page.evaluate(() =>
    [...document.querySelectorAll('busker-card')].map((card) => card.getBoundingClientRect().height),
  );
  const wrong = shown.flatMap(({ parts, language, column }, index) => {
    const kept = cardHeight(parts, column);
    const taken = heights[index] ?? NaN;
    return Math.abs(kept - taken) <= 4
      ? []
      : [
          `${language} ${parts.layout} ${parts.font} ${column} px, ${parts.links.length} links, bio ${parts.bio !== ''}, goal ${parts.goal !== null}: kept ${kept}, takes ${taken}`,
        ];
  });
  expect(wrong).toEqual([]);
});

interface Framed {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly html: string;
}

/** The draft of an owner who writes this, with parts that differ from one owner to the next. */
function draftOf([, bio, ...labels]: Texts, index: number): Partial<Draft> {
  const count = counts[index % counts.length] ?? 0;
  const links = Array.from({ length: count }, (_, order) => [
    `l${order}`,
    {
      label: labels[order % labels.length]?.slice(0, 60) ?? '',
      url: `https://links.example/${order}`,
      order,
      on: true,
      group: index % 3 === 0 ? (['A', 'A', 'B'][order % 3] ?? null) : null,
    },
  ]);
  return {
    bio: index % 5 === 4 ? '' : bio,
    links: Object.fromEntries(links) as Draft['links'],
    arrangement: { ...newArrangement, tipButton: index % 4 === 1 ? 'top' : 'bottom' },
  };
}

// Holds tag-151.
test('the height in an oEmbed answer is that of the frame within 4 px, in every language', async ({
  page,
  busker,
}) => {
  await page.goto('about:blank');
  const texts = await textsOf(page);
  const asked: string[] = [`url=${busker.app}/@ada`, `url=${busker.app}/@grace`];
  for (const [index, language] of shippedLanguages.entries()) {
    const own = texts.get(`${language} system`) ?? ['', ''];
    const country = index % 6 === 5 ? null : 'US';
    const { handle } = await newTenant(busker, { name: own[0], draft: draftOf(own, index), country });
    const other = shippedLanguages[(index + 5) % shippedLanguages.length] ?? 'en';
    for (const lang of [language, other])
      for (const width of [480, 320])
        asked.push(`url=${busker.app}/@${handle}&lang=${lang}&maxwidth=${width}`);
  }
  const frames: Framed[] = [];
  for (const query of asked) {
    const answer = await page.request.get(`${busker.app}/oembed?${query}`);
    frames.push({ url: query, ...((await answer.json()) as Omit<Framed, 'url'>) });
  }
  await openHostPage(page, busker, { body: frames.map(({ html }) => html).join('') });
  const wrong: string[] = [];
  for (const [index, { url, width, height }] of frames.entries()) {
    const root = page.frameLocator(`iframe >> nth=${index}`).locator('html');
    const { inner, needed } = await root.evaluate(async (element) => {
      await document.fonts.ready;
      return { inner: window.innerWidth, needed: element.getBoundingClientRect().height };
    });
    expect(inner).toBe(width);
    if (Math.abs(height - needed) > 4) wrong.push(`${url}: stated ${height}, takes ${needed}`);
  }
  expect(wrong).toEqual([]);
});
